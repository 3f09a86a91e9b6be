"""What the front matter of a Markdown file says of it: the YAML between two lines of dashes at its beginning."""

from collections.abc import Mapping
from typing import Any

MOST_CHARACTERS = 16_384
"""Of front matter that is looked at; more is no front matter, and the YAML parser is slow."""
_MOST_AUTHORS = 5
_KEYS: Mapping[str, tuple[str, ...]] = {
	"author": ("author", "authors", "by", "creator"),
	# As of Office files: when it was last changed comes before when it was made.
	"date": ("lastmod", "last_modified", "last_modified_at", "modified", "updated", "last_updated", "date", "published", "created"),
	"kind": ("kind", "type", "category", "doctype"),
	"language": ("language", "lang", "locale"),
	"title": ("title",),
}  # fmt: skip
"""What Jekyll, Hugo, Docusaurus, Pandoc, Obsidian and their like call each of them; the first that says something counts."""


def front_matter_facts(text: str) -> dict[str, str]:
	"""Author, date, kind, language and title, as far as ``text`` says them, as it writes them.

	Nothing of front matter that is no YAML: the file is read all the same, and shows it.
	"""
	import yaml

	if len(text) > MOST_CHARACTERS:
		return {}
	try:
		root = yaml.compose(text, Loader=yaml.BaseLoader)
	except (yaml.YAMLError, RecursionError, ValueError):
		return {}
	if not isinstance(root, yaml.MappingNode):
		return {}
	# No objects are made and no aliases written out: of all values only texts are looked at, and short lists of them.
	said = {key.value.casefold(): value for key, value in root.value if isinstance(key.value, str)}
	found = {}
	for fact, keys in _KEYS.items():
		texts = (_text(said[key]) for key in keys if key in said)
		if text := next(filter(None, texts), ""):
			found[fact] = text
	return found


def _text(node: Any) -> str:
	"""A text, those of a list, or the names of people that have more than a name."""
	if isinstance(node.value, str):
		return "" if node.value.casefold() in ("", "~", "null") else node.value
	texts = []
	for item in node.value[:_MOST_AUTHORS]:
		if isinstance(item, tuple):
			name, value = item
			if name.value == "name" and isinstance(value.value, str):
				return str(value.value)
			continue
		if isinstance(item.value, str):
			texts.append(item.value)
		else:
			names = (value for name, value in filter(_is_pair, item.value) if name.value == "name")
			texts += [value.value for value in names if isinstance(value.value, str)]
	return ", ".join(texts)


def _is_pair(item: Any) -> bool:
	return isinstance(item, tuple)
