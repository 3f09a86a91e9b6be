"""Units and currencies as people write them, and what they are exactly.

Conversions are only those that are exact by definition: the pound is 0.45359237 kg, the inch 2.54 cm (International yard
and pound agreement of 1959), a year twelve months. A month is no number of days.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from huf.engine.answers.claims.digits import NO_LETTERS


@dataclass(frozen=True, slots=True)
class Unit:
	"""A unit: what it measures, and how many of the base unit it is."""

	name: str
	dimension: str
	factor: Fraction = Fraction(1)
	offset: Fraction = Fraction(0)
	"""Added before the factor: degrees Fahrenheit begin elsewhere."""

	def base(self, value: Fraction) -> Fraction:
		"""``value`` of this unit in the base unit."""
		return (value + self.offset) * self.factor


_MEASURES = """
mass kg 1 | kg kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramo kilogramos 公斤 千克 キロ कि.ग्रा. किलो किलोग्राम كغ كجم كيلوغرام كيلو кг
mass g 1/1000 | gram grams gramm gramme grammes gramo gramos 克 ग्राम غرام جرام г
mass mg 1/1000000 | mg milligram milligrams milligramm miligramos milligrammes 毫克 मिलीग्राम ملغ
mass t 1000 | tonne tonnes ton tons tonnen tonelada toneladas 吨 टन طن т
mass lb 45359237/100000000 | lb lbs
mass oz 45359237/1600000000 | oz ounce ounces
length m 1 | meter meters metre metres metern metro metros mètre mètres 米 मीटर متر أمتار м
length km 1000 | km kilometer kilometers kilometre kilometres kilometern kilómetro kilómetros kilomètre kilomètres 公里 千米 किमी किलोमीटर كم كيلومتر км
length cm 1/100 | cm centimeter centimeters zentimeter centímetro centímetros centimètre centimètres 厘米 सेमी سم см
length mm 1/1000 | mm millimeter millimeters millimetre millimetres milímetro milímetros millimètre millimètres 毫米 मिमी ملم мм
length in 254/10000 | inch inches zoll pulgada pulgadas pouces 英寸
length ft 3048/10000 | ft feet
length mi 1609344/1000 | mile miles meilen milla millas
area m² 1 | m² m2 qm sqm 平方米 平米 м²
area km² 1000000 | km² km2 平方公里
area ha 10000 | ha hectare hectares hektar hectárea hectáreas 公顷 هكتار
volume l 1 | l liter liters litre litres litern litro litros 升 लीटर لتر л
volume ml 1/1000 | ml milliliter millilitre mililitros 毫升 मिली مل мл
volume m³ 1000 | m³ m3 cbm 立方米
speed km/h 1 | km/h kmh kph 公里/小时 किमी/घंटा كم/س
speed m/s 18/5 | m/s
speed mph 1609344/1000000 | mph
temperature °C 1 | °c ℃ celsius 摄氏度
power W 1 | watt watts 瓦
power kW 1000 | kw kilowatt kilowatts kilovatios 千瓦
power MW 1000000 | megawatt megawatts megavatios 兆瓦
energy kWh 1 | kwh 千瓦时 度电
energy Wh 1/1000 | wh
energy MWh 1000 | mwh
voltage V 1 | volt volts voltios 伏
voltage kV 1000 | kv
voltage mV 1/1000 | millivolt
current A 1 | amp amps ampere amperes amperios
current mA 1/1000 | milliampere
frequency Hz 1 | hz hertz
frequency kHz 1000 | khz
frequency MHz 1000000 | mhz
frequency GHz 1000000000 | ghz
pressure bar 1 | bar bares
pressure mbar 1/1000 | mbar
pressure Pa 1/100000 | pascal
pressure kPa 1/100 | kpa
pressure MPa 10 | megapascal
psi psi 1 | psi
force N 1 | newton
force kN 1000 | kn
torque Nm 1 | newtonmeter
level dB 1 | db decibel decibels dezibel décibel décibels decibelios
data-B B 1 | byte bytes
data-KB KB 1 | kb kilobyte kilobytes
data-MB MB 1 | mb megabyte megabytes
data-GB GB 1 | gb gigabyte gigabytes
data-TB TB 1 | tb terabyte terabytes
time ms 1/1000 | ms millisecond milliseconds millisekunden milisegundos
time s 1 | sec secs second seconds sekunde sekunden segundo segundos seconde secondes 秒 秒钟 सेकंड ثانية ثوان секунд
time min 60 | min mins minute minutes minuten minuto minutos 分钟 मिनट دقيقة دقائق минут
time h 3600 | hr hrs hour hours std stunde stunden betriebsstunde betriebsstunden operating-hours hora horas heure heures 小时 時間 घंटा घंटे घंटों ساعة ساعات часов часа час
time halfhour 1800 | half-hour halbstunde demi-heure media-hora
time quarterhour 900 | viertelstunde viertelstunden
time day 86400 | day days tag tage tagen día días jour jours giorno giorni dia dias dagen dag 天 日間 日内 दिन दिनों يوم يوما يوماً أيام يومًا дней дня день calendar-day calendar-days kalendertage kalendertagen
time week 604800 | week weeks woche wochen semana semanas semaine semaines settimana settimane 周 个星期 星期 週間 सप्ताह हफ्ते हफ़्ते أسبوع أسابيع أسبوعا неделя недели недель
months month 1 | month months monat monate monaten mes meses mois mese mesi maand maanden 个月 個月 か月 महीना महीने महीनों माह شهر أشهر شهرا شهور месяц месяца месяцев
months decade 120 | decade decades jahrzehnt jahrzehnte jahrzehnten décennie décennies década décadas
months quarter 3 | quarters quartale trimestres
months year 12 | year years yr yrs jahr jahre jahren año años ans anni anno jaar 年 年间 年內 年内 वर्ष वर्षों साल سنة سنوات عام عاما أعوام год года лет
workdays workday 1 | working-day working-days business-day business-days workday workdays werktag werktage werktagen arbeitstag arbeitstage arbeitstagen día-hábil días-hábiles día-laborable días-laborables jour-ouvré jours-ouvrés jours-ouvrables 工作日 个工作日 कार्य-दिवस कार्यदिवस أيام-عمل يوم-عمل
workhours workhour 1 | working-hour working-hours business-hour business-hours arbeitsstunde arbeitsstunden heure-ouvrée heures-ouvrées hora-laborable horas-laborables hora-hábil horas-hábiles
workweeks workweek 1 | working-week working-weeks work-week work-weeks arbeitswoche arbeitswochen semana-laboral semanas-laborales
% % 1 | % percent per-cent prozent por-ciento pour-cent procent процентов процента процент प्रतिशत بالمئة بالمائة في-المئة في-المائة فى-المائة
pp pp 1 | percentage-point percentage-points prozentpunkt prozentpunkte prozentpunkten punto-porcentual puntos-porcentuales point-de-pourcentage points-de-pourcentage 个百分点 百分点 प्रतिशत-अंक نقطة-مئوية نقاط-مئوية
bp bp 1 | basis-point basis-points basispunkt basispunkte puntos-básicos points-de-base 个基点 基点
‰ ‰ 1 | ‰ promille
"""

_MONEY = """
EUR | € eur euro euros 欧元 यूरो يورو евро
USD CAD AUD NZD SGD HKD MXN CLP COP ARS BRL | $ dollar dollars dólar dólares डॉलर دولار долларов
USD | usd us$ 美元
CAD | cad c$
AUD | aud a$
NZD | nzd nz$
SGD | sgd s$
HKD | hkd hk$ 港元 港币
BRL | brl r$ reais
MXN | mxn
MXN CLP COP ARS | peso pesos
GBP | £ gbp pound pounds pfund libra libras livres 英镑 पाउंड جنيه
EGP | egp
CHF | chf franken sfr
JPY CNY | ¥
JPY | jpy yen 円 日元
CNY | cny rmb yuan 人民币 块
CNY TWD | 元
INR | ₹ inr रुपये रुपए रुपया
INR PKR LKR NPR | rs rs. rupee rupees rupias
AED | aed dirham dirhams درهم
SAR | sar
SAR QAR OMR YER | ريال riyal
SEK NOK DKK | kr kronor kroner
SEK | sek
NOK | nok
DKK | dkk
PLN | pln zł złoty
CZK | czk kč
TRY | try ₺ tl lira
RUB | rub ₽ руб рублей рубля
KRW | krw ₩ won 원
ILS | ils ₪
ZAR | zar
"""

_CENTS = "cent cents céntimo céntimos centimes"

_LETTERS = """
power mW 1/1000
power W 1
power MW 1000000
voltage V 1
voltage mV 1/1000
current A 1
current mA 1/1000
pressure Pa 1/100000
pressure mPa 1/100000000
pressure MPa 10
force N 1
torque Nm 1
data-B B 1
data-Mb Mb 1
data-Mb Mbit 1
mass g 1/1000
length m 1
mass t 1000
time s 1
time h 3600
"""
"""Only as written: a milliwatt is not a megawatt, and 5G no weight."""

_EXACT: dict[str, tuple[Unit, ...]] = {}
UNITS: dict[str, tuple[Unit, ...]] = {}
"""Spelling in lower case, with spaces between its words, to the units that it can mean."""


def _fill() -> None:
	for line in _MEASURES.strip().splitlines():
		head, _, spellings = line.partition(" | ")
		dimension, name, factor = head.split()
		unit = Unit(name, dimension, Fraction(factor))
		for spelling in spellings.split():
			UNITS[spelling.replace("-", " ")] = (unit,)
	for line in _LETTERS.strip().splitlines():
		dimension, name, factor = line.split()
		_EXACT[name] = (Unit(name, dimension, Fraction(factor)),)
	for line in _MONEY.strip().splitlines():
		codes, _, spellings = line.partition(" | ")
		units = tuple(Unit(code, f"money:{code}") for code in codes.split())
		for spelling in spellings.split():
			UNITS[spelling] = units
	for spelling in _CENTS.split():
		UNITS[spelling] = tuple(
			Unit(code, f"money:{code}", Fraction(1, 100)) for code in ("EUR", "USD", "CAD", "AUD")
		)
	UNITS["pence"] = (Unit("GBP", "money:GBP", Fraction(1, 100)),)
	UNITS["°f"] = UNITS["fahrenheit"] = UNITS["℉"] = (
		Unit("°F", "temperature", Fraction(5, 9), Fraction(-32)),
	)


_fill()

FAMILIES = {
	"time": "duration",
	"months": "duration",
	"workdays": "duration",
	"workhours": "duration",
	"workweeks": "duration",
	"pp": "%",
	"bp": "%",
	"‰": "%",
}


def family(dimension: str) -> str:
	"""What kind of thing a dimension measures: days and months are both durations, all currencies are money."""
	return "money" if dimension.startswith("money:") else FAMILIES.get(dimension, dimension)


def is_money(units: tuple[Unit, ...]) -> bool:
	"""Whether these are currencies."""
	return units[0].dimension.startswith("money:")


def _pattern(spellings: list[str]) -> str:
	"""Longest first. Spellings of letters end at the end of a word; those of Chinese and Japanese end anywhere."""
	parts = []
	for spelling in sorted(spellings, key=len, reverse=True):
		words = re.escape(spelling).replace(r"\ ", "[ -]")
		is_word = (
			spelling[-1].isalnum() or unicodedata.category(spelling[-1])[0] == "M"
		) and not "\u3040" <= spelling[-1] <= "\u9fff"
		parts.append(words + (rf"(?!{NO_LETTERS})" if is_word else ""))
	return "(?:" + "|".join(parts) + ")"


_EXACT_PATTERN = "(?-i:" + "|".join(sorted(_EXACT, key=len, reverse=True)) + r")(?![^\W\d_]|[²³/])"
ANY_UNIT = f"(?:{_pattern(list(UNITS))}|{_EXACT_PATTERN})"
"""For a pattern that does not look at capitals."""
CURRENCY = _pattern(
	[s for s, units in UNITS.items() if is_money(units) and (len(s) < 4 or not s.isascii()) and s != "won"]
)
"""What may stand before an amount: signs and codes."""
_LENGTHS_OF_TIME = [s for s, units in UNITS.items() if units[0].dimension in ("time", "months", "workdays")]
TIME_UNIT = _pattern([*_LENGTHS_OF_TIME, "night", "nacht", "noche", "nuit", "晚", "ليلة", "रात"])


def units_of(spelling: str) -> tuple[Unit, ...]:
	"""The units that ``spelling`` can mean; none when it is not known."""
	spelled = " ".join(spelling.lower().replace("-", " ").split())
	# A code of letters is a currency in capitals only: "try 5 times" is no lira.
	if spelling in _EXACT or (_is_code(spelled) and not spelling.isupper()):
		return _EXACT.get(spelling, ())
	return UNITS.get(spelled, ())


def _is_code(spelled: str) -> bool:
	units = UNITS.get(spelled, ())
	return len(spelled) == 3 and bool(units) and units[0].name.lower() == spelled and is_money(units)
