"""Tags in metadata: one text with commas, since metadata holds single values. No tag has a comma in it."""

from collections.abc import Iterable


def join_tags(tags: Iterable[str]) -> str:
	"""Tags as the metadata entry ``tags``, sorted, each once."""
	cleaned = {tag.strip() for tag in tags}
	return ",".join(sorted(tag for tag in cleaned if tag))


def split_tags(text: str) -> frozenset[str]:
	"""The tags of a metadata entry, without regard to case."""
	return frozenset(tag.strip().casefold() for tag in text.split(",") if tag.strip())


def tags_hold(operator: str, present: frozenset[str], wanted: frozenset[str]) -> bool:
	"""Whether an input with the tags ``present`` satisfies ``operator``."""
	if operator == "all":
		return wanted <= present
	if operator in ("=", "in"):
		return bool(wanted & present)
	assert operator in ("!=", "not in"), operator
	return not wanted & present
