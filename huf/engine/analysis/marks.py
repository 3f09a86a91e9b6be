"""Signs that belong to the letter before them: vowel signs, viramas, points, accents that stand alone.

For Unicode they are marks (categories Mn and Mc) and not letters, so ``\\w`` leaves them out, and a pattern of ``\\w`` cuts
हिन्दी into ह, न and द. Python's ``re`` knows no categories, so the ranges stand here; a test compares them with Unicode's.
"""

SPACELESS = (
	"\u0e00-\u0eff"  # Thai, Lao
	"\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Myanmar
	"\u1780-\u17ff"  # Khmer
	"\u1950-\u19df\u1a20-\u1aaf\uaa80-\uaadf"  # Tai Le, New Tai Lue, Tai Tham, Tai Viet
	"\u1b00-\u1b7f\ua980-\ua9df"  # Balinese, Javanese
	"\u3040-\u30ff\u31f0-\u31ff"  # kana
	"\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
	"\uac00-\ud7af"  # Hangul: words carry their particles, and pairs find the word without them
)
"""For patterns: scripts that write no spaces between words. They are cut into pairs of signs, their marks too."""

MARKS = (
	"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20dc\u20e1\u20e5-\u20f0\ufe20-\ufe2f"  # of any script
	"\u0483-\u0487\u2de0-\u2dff\ua66f\ua674-\ua67d\ua69e\ua69f\u2cef-\u2cf1\u2d7f\u135d-\u135f"  # Cyrillic to Ethiopic
	"\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\ufb1e"  # Hebrew
	"\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0897-\u08e1\u08e3-\u08ff"  # Arabic
	"\u0711-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u082d\u0859-\u085b"  # Syriac, Thaana, N'Ko, Samaritan, Mandaic
	"\u0900-\u0963\u1cd0-\u1cd2\u1cd4-\u1cff\ua8e0-\ua8f1\ua8ff"  # Devanagari
	"\u0981-\u09e3\u09fe\u0a01-\u0a51\u0a70-\u0a75\u0a81-\u0ae3\u0afa-\u0aff"  # Bengali, Gurmukhi, Gujarati
	"\u0b01-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0c83\u0cbc-\u0ce3\u0cf3"  # Odia, Tamil, Telugu, Kannada
	"\u0d00-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0ddf\u0df2\u0df3"  # Malayalam, Sinhala
	"\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f84\u0f86-\u0fbc\u0fc6"  # Tibetan
	"\u1712-\u1734\u1752\u1753\u1772\u1773\u180b-\u180d\u180f\u1885-\u18a9\u1920-\u193b\u1a17-\u1a1b"
	"\u1b80-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u302a-\u302f\ua6f0\ua6f1\ua802-\ua827\ua82c\ua880-\ua8c5\ua926-\ua92d\ua947-\ua953"
	"\uaa29-\uaa4d\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed"
)
"""For patterns: the marks of scripts that have spaces, of the first plane. Letters and free places between them are in
the ranges too, where they keep these few; punctuation and digits are not."""
