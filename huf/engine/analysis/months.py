"""Names of months as dates are written with them, in the languages that huf reads dates of."""

_MONTHS = """
january jan januar jänner janv janvier enero ene gennaio gen janeiro januari января يناير जनवरी styczeń ocak
february feb februar febr février févr febrero febbraio fevereiro februari февраля فبراير फरवरी फ़रवरी şubat
march mar märz mär mars marzo março maart марта مارس मार्च mart
april apr avril avr abril aprile апреля أبريل ابريل अप्रैल nisan
may mai mayo maggio maio mei мая مايو मई mayıs
june jun juni juin junio giugno junho июня يونيو जून haziran
july jul juli juillet juil julio luglio julho июля يوليو जुलाई temmuz
august aug août agosto augustus августа أغسطس अगस्त ağustos
september sep sept septembre septiembre settembre setembro сентября سبتمبر सितंबर सितम्बर eylül
october oct oktober okt octobre octubre ottobre outubro октября أكتوبر اكتوبر अक्टूबर अक्तूबर ekim
november nov novembre noviembre novembro ноября نوفمبر नवंबर नवम्बर kasım
december dec dezember dez décembre déc diciembre dic dicembre dezembro декабря ديسمبر दिसंबर दिसम्बर aralık
"""
MONTHS = {
	name: number for number, line in enumerate(_MONTHS.strip().splitlines(), start=1) for name in line.split()
}
"""Month, in small letters, to its number."""
