"""Keys and passwords are taken out of what services and their clients say, before anybody reads or keeps it.

The only place that does so. Two things are looked for: the secrets that the caller knows, in every form in which a
service may give them back, and whatever looks like a secret by its label or its shape. Each pattern takes time in
proportion to the text: it starts where a run of characters starts, or what follows it is bounded.
"""

import base64
import html
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

DETAIL_CHARACTERS = 300
"""Of a service's own words in one of our messages."""
_READ_CHARACTERS = 20_000
"""Of a service's words that are looked at for those: a whole error page needs not be searched."""
_GONE = "***"
_SURE = 8
"""Characters from which a known secret is gone wherever it stands. Shorter ones may be words ("test", "ollama")."""
_LONGEST_FRAGMENT = 32
"""Characters of a known secret that are never shown in a row."""
_SHORTEST = 4
"""Characters below which a known secret is left alone, unless a label stands before it."""

_START = r"(?:(?<![\w-])|(?<=\\[nrt]))"
"""Where a token begins: also after a line end that JSON has escaped."""
_SEPARATOR = r"""[\\'"]{0,4}\s{0,4}(?:=>|[:=]|%3[Aa]|%3[Dd]|,(?=\s?b?['"]))\s{0,4}(?:b(?=['"]))?[\\'"]{0,4}"""
"""Between a name and its value: of a header, a query, JSON (also within JSON), a dictionary or a pair of Python."""
_VALUE = r"""[^\s,;'"\\&<>)\]}]+"""

# Groups: 1 is kept, the rest is the secret.
_LABELLED = re.compile(
	r"(?i)((?:authorization|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?(?:access[-_]?)?key|subscription[-_]key"
	r"|private[-_]?key|account[-_]?key|shared[-_]?key|(?:access|auth|refresh|id|session|security|api|bearer)[-_]?token"
	r"|(?:client|app|api)[-_]?secret|password|passwd|passphrase|(?<![a-z])(?:pwd|secret|cookie))"
	+ _SEPARATOR
	# A scheme stands before the value of a header.
	+ r"(?:(?:bearer|basic|token|digest|negotiate|apikey|api-key|AWS4-HMAC-SHA256)\s{1,4})?)"
	# A quoted value is gone up to its quote, whatever signs it has.
	+ r"""(?:(?<=[^\\]")(?:[^"\\]|\\.)+|(?<=[^\\]')(?:[^'\\]|\\.)+|(?<=\\")[^"\\]+|"""
	+ _VALUE
	+ ")"
)
# Ordinary words too, so only as a part of an address or of a command.
_ASSIGNED = re.compile(
	r"(?i)((?<![a-z0-9_-])(?:key|token|sig|signature|credential|auth|(?<=[?&])code|x-amz-(?:signature|credential))(?:=|%3D))"
	r"[^\s,;'\"\\&<>)\]}]+"
)
_PROSE = re.compile(r"(?i)((?:api|access|secret) key(?: provided)?" + _SEPARATOR + ")(" + _VALUE + ")")
_SCHEME = re.compile(r"(?i)(?<![a-z0-9])((?:bearer|basic)\s{1,4})([^\s,;'\"\\<>)\]}]{6,})")
_AFTER_SCHEME = re.compile(
	r"(?i)(?:tokens?|auth\w*|headers?|schemes?|credentials?|formats?|realm\W.*|error\W.*)\W*"
)
"""Words that stand after "Bearer" in prose and in a challenge."""

_SHAPES = re.compile(
	r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]|-(?!----))*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?"
	# A token of three parts, of which the first two are JSON objects (RFC 7519), also when it is cut.
	rf"|{_START}eyJ[\w-]{{8,}}(?:\.[\w-]*){{0,4}}"
	r"|AIza[\w-]{10,}|ya29\.[\w-]{10,}"
	r"|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}"
	r"|(?:github_pat|gh[pousr])_\w{10,}|glpat-[\w-]{10,}"
	r"|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|(?<=hooks\.slack\.com/services/)[\w/]+"
	r"|sk-(?:proj|ant|svcacct|admin|or|lf)-[\w*•.…-]{4,}"
	rf"|{_START}sk-\w{{0,20}}(?:\.{{3,}}|…)\w*"
	r"|SG\.[\w-]{10,}\.[\w-]*|nvapi-[\w-]{10,}|pplx-\w{10,}|tgp_v1_[\w-]{10,}|(?:sk|rk|pk)_(?:live|test)_\w{8,}"
)
# Prefixes that ordinary words and names have too ("co-operation", "pk_invoice"): see `_looks_random`.
_PREFIXED = re.compile(_START + r"(?i:(?:sk|pk|rk|gsk|xai|hf|pa|co|r8|fw|jina)[-_])([\w*•-]{6,})")
# Keys without a prefix: Azure (32 hexadecimal digits, or 84 characters), Mistral (32), Cohere (40); AWS's secrets (40,
# with the signs of base64). What is part of a longer name, such as that of a collection, is none.
_BARE = re.compile(
	_START + r"[A-Za-z0-9]{32,}(?![\w-])|(?:(?<![A-Za-z0-9/+])|(?<=\\[nrt]))[A-Za-z0-9/+]{40}(?![\w/+])"
)
_MASKED = re.compile(_START + r"[\w-]*(?:\*{3,}|•{2,})[\w*•-]*")
_CUT = re.compile(_START + r"([\w-]*)(?:\.{2,}|…|[*•]{2,})([\w-]*)")
# A password may hold an @, so the last one before the path counts; and, against RFC 3986, a slash.
_USERINFO = re.compile(
	r"""://(?:[^\s/?#'"<>]{0,300}@|[^\s/?#'"<>@:]{0,100}:(?!\d{1,5}[/?#])[^\s'"<>@]{1,200}@)"""
)


def scrub(text: str, *secrets: str | None) -> str:
	"""What a service said, fit for a message: on one line, at most 300 characters, without ``secrets`` and what looks like one."""
	is_cut = len(text) > _READ_CHARACTERS
	short = " ".join(without_secrets(text[:_READ_CHARACTERS], *secrets).split())
	if is_cut and len(short) <= DETAIL_CHARACTERS:
		# The cut may have gone through a secret, of which too little was left to be known by.
		return short.rpartition(" ")[0] + "…"
	return short if len(short) <= DETAIL_CHARACTERS else short[: DETAIL_CHARACTERS - 1] + "…"


def without_secrets(text: str, *secrets: str | None) -> str:
	"""``text`` of any length without ``secrets`` (keys and passwords that the caller knows) and without what looks like one."""
	for secret in secrets:
		if secret:
			text = _without(text, secret)
	text = _USERINFO.sub(f"://{_GONE}@", text)
	text = _SHAPES.sub(_GONE, text)
	text = _LABELLED.sub(_after_label, text)
	text = _ASSIGNED.sub(_after_label, text)
	text = _PROSE.sub(lambda found: found[1] + (_GONE if _looks_random(found[2]) else found[2]), text)
	text = _SCHEME.sub(_after_scheme, text)
	text = _PREFIXED.sub(lambda found: _GONE if _looks_random(found[1]) else found[0], text)
	text = _BARE.sub(lambda found: _GONE if _is_mixed(found[0]) else found[0], text)
	return _MASKED.sub(_GONE, text)


def _after_label(found: "re.Match[str]") -> str:
	return found[1] + _GONE


def _after_scheme(found: "re.Match[str]") -> str:
	scheme, value = found[1], found[2]
	# "Basic" is a word of prose too, and what follows it in a header is base64.
	is_bearer = scheme.strip().lower() == "bearer"
	is_word = _AFTER_SCHEME.fullmatch(value) if is_bearer else not _looks_random(value)
	return found[0] if is_word else scheme + _GONE


def _looks_random(token: str) -> bool:
	"""Whether this is no word: it has a digit or a mask, ends like base64, or has capitals inside."""
	has_capitals = any(map(str.isupper, token[1:])) and not token.isupper()
	return has_capitals or token.endswith("=") or any(sign.isdecimal() or sign in "*•" for sign in token)


def _is_mixed(token: str) -> bool:
	"""Whether a long token has digits and letters: a run of letters is a word, of digits a number. With the signs of base64
	it needs small and capital letters as well: a path has mostly small ones."""
	digits = any(letter.isdigit() for letter in token)
	small, capital = any(map(str.islower, token)), any(map(str.isupper, token))
	return digits and (small and capital if not token.isalnum() else small or capital)


def _without(text: str, secret: str) -> str:
	is_word = secret.replace("-", "").replace("_", "").isalpha() and len(secret) < 2 * _SURE
	if len(secret) < _SURE:
		return (
			text if is_word or secret.isdecimal() or len(secret) < _SHORTEST else _without_token(text, secret)
		)
	if is_word:
		return _without_token(text, secret)
	text = _without_fragments(text, secret)

	def part(found: "re.Match[str]") -> str:
		before, after = found[1], found[2]
		starts = len(before) >= 3 and secret.startswith(before)
		ends = len(after) >= 3 and secret.endswith(after)
		return _GONE if starts or ends else found[0]

	return _CUT.sub(part, text)


def _without_token(text: str, secret: str) -> str:
	return re.sub(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", _GONE, text)


def _without_fragments(text: str, secret: str) -> str:
	"""Each stretch that equals a third of the secret, and 8 to 32 characters, is gone as far as it goes on: a service
	may give back the beginning or the end of a key."""
	size = min(max(_SURE, len(secret) // 3), _LONGEST_FRAGMENT)
	places: dict[str, tuple[str, int]] = {}
	for form in _forms(secret):
		for start in range(len(form) - size + 1):
			places.setdefault(form[start : start + size], (form, start))
	kept: list[str] = []
	since = at = 0
	while at + size <= len(text):
		found = places.get(text[at : at + size])
		if found is None:
			at += 1
			continue
		form, start = found
		kept += [text[since:at], _GONE]
		length = size
		while text[at + length : at + length + 1] == form[start + length : start + length + 1] != "":
			length += 1
		since = at = at + length
	kept.append(text[since:])
	return "".join(kept)


def _forms(secret: str) -> Iterator[str]:
	"""The secret as it is, and as addresses, JSON (also within JSON), HTML and base64 write it."""
	yield secret
	for encoded in (quote(secret, safe=""), quote(secret), quote_plus(secret)):
		yield encoded
		yield re.sub(r"%..", lambda found: found[0].lower(), encoded)
	for is_ascii in (True, False):
		escaped = json.dumps(secret, ensure_ascii=is_ascii)[1:-1]
		yield escaped
		yield escaped.replace("/", "\\/")
		yield json.dumps(escaped, ensure_ascii=is_ascii)[1:-1]
	yield html.escape(secret)
	data = secret.encode("utf-8", "surrogatepass")
	yield data.hex()
	for before in range(3):
		# Within a longer text, such as "user:password", its signs depend on how many bytes stand before it; the first and the
		# last ones depend on its neighbours.
		code = base64.b64encode(b"\0" * before + data).decode()
		code = code[(0, 2, 3)[before] : len(data + b"\0" * before) * 8 // 6]
		yield code
		yield code.translate(str.maketrans("+/", "-_"))
