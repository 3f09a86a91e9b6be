"""Numbers as documents write them before the items of a list. What has no such form is written in digits."""

BULLET = "- "
"""Before items without numbers, whatever sign a document has there."""
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"),
	(5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_LARGEST_ROMAN = 3_999
_MOST_LETTERS = 30
"""How often Word repeats a letter at most."""
_HAN = "零一二三四五六七八九"
_LARGEST_HAN = 9_999


def roman(number: int) -> str:
	"""``iv`` for 4."""
	if not 0 < number <= _LARGEST_ROMAN:
		return str(number)
	written = ""
	for value, letters in _ROMAN:
		times, number = divmod(number, value)
		written += letters * times
	return written


def letters(number: int) -> str:
	"""``z`` for 26, ``aa`` for 27, ``ab`` for 28, as in HTML and the columns of a sheet."""
	if number < 1:
		return str(number)
	written = ""
	while number:
		number, letter = divmod(number - 1, 26)
		written = chr(ord("a") + letter) + written
	return written


def repeated_letter(number: int) -> str:
	"""``z`` for 26, ``aa`` for 27, ``bb`` for 28, as in Word."""
	times, letter = divmod(number - 1, 26)
	if number < 1 or times >= _MOST_LETTERS:
		return str(number)
	return chr(ord("a") + letter) * (times + 1)


def chinese(number: int) -> str:
	"""``二十一`` for 21, as China and Japan count."""
	if not 0 < number <= _LARGEST_HAN:
		return str(number)
	written, is_gap = "", False
	for value, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
		digit, number = divmod(number, value)
		if digit:
			written += (_HAN[0] if is_gap and written else "") + _HAN[digit] + unit
		is_gap = not digit
	return written.removeprefix("一") if written.startswith("一十") else written
