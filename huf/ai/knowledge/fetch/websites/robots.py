"""What a host's robots.txt allows huf to fetch, by RFC 9309.

Python's own reader takes the first rule that fits where the standard takes the longest, and knows no ``*`` and ``$``: it would fetch what
many sites forbid.
"""

from dataclasses import dataclass
from urllib.parse import quote

from huf.ai.knowledge.fetch.websites.addresses import matches, path_of

NAME = "huf-knowledge"
"""The name that rules may address, as the requests have it."""
MOST_BYTES = 512_000
"""What is read of the file; the standard asks for at least 500 KiB."""
MOST_DELAY = 10.0
"""Seconds of a crawl delay that are kept to; who asks for more gets this much."""
_KEPT = "/%:@!$&'()*+,;=~-._?[]"


@dataclass(frozen=True, slots=True)
class Robots:
	"""The rules of one host that are for huf."""

	rules: tuple[tuple[str, bool], ...] = ()
	"""Patterns of paths, and whether what begins so is allowed."""
	delay: float = 0.0
	"""Seconds that the host asks for between two requests."""

	@classmethod
	def read(cls, data: bytes) -> "Robots":
		"""From the bytes of the file; what is no rule in it is passed over."""
		# Rules for others are not kept: thousands of names before thousands of rules would be millions.
		groups: dict[str, tuple[list[tuple[str, bool]], list[float]]] = {}
		ours: set[str] = set()
		is_in_rules = False
		for line in data[:MOST_BYTES].decode("utf-8-sig", "replace").splitlines():
			key, _colon, value = line.partition("#")[0].partition(":")
			key, value = key.strip().lower(), value.strip()
			if key == "user-agent":
				if is_in_rules:
					ours, is_in_rules = set(), False
				name = value.partition("/")[0].strip().lower()
				if name in (NAME, "*"):
					ours.add(name)
					groups.setdefault(name, ([], []))
			elif key in ("allow", "disallow", "crawl-delay"):
				is_in_rules = True
				for rules, delays in map(groups.__getitem__, ours):
					if key == "crawl-delay":
						delays.append(_seconds(value))
					elif value:
						rules.append((quote(value, safe=_KEPT), key == "allow"))
		rules, delays = groups.get(NAME) or groups.get("*") or ([], [])
		return cls(tuple(rules), max(delays, default=0.0))

	def allows(self, address: str) -> bool:
		"""Whether the page of this address may be fetched: the longest rule that fits decides, an allowing one of two as long."""
		path = quote(path_of(address), safe=_KEPT)
		fitting = [(len(pattern), allowed) for pattern, allowed in self.rules if matches(pattern, path)]
		return max(fitting)[1] if fitting else True


def _seconds(value: str) -> float:
	try:
		found = float(value)
	except ValueError:
		return 0.0
	return min(found, MOST_DELAY) if found > 0 else 0.0
