"""The text of an element on one line, as a reader of the document sees it."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from huf.engine.extractors.sections import one_line
from huf.engine.extractors.xml.elements import (
	BREAKS,
	FAMILY,
	FORMULAS,
	GIVEN,
	INLINE,
	PARAGRAPHS,
	SKIPPED,
	SPACED,
	is_mixed,
	local_name,
)

_TEX = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
"""What is shown of a formula that JATS keeps as a whole file of LaTeX."""
_DAY = re.compile(r"(?a:((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))\Z")
"""How patents write a date (WIPO ST.2)."""
_OF_PAGES = {("volume", "fpage"): ":", ("issue", "fpage"): ":", ("fpage", "lpage"): "–"}
"""How the pages of an article in a volume are written."""
_FEW = 3
"""Different values beside each other, such as a first and a last name, that need no comma between them."""


def line_of(element: Any) -> str:
	"""All that shows in an element, with a space where a block begins or ends. Of several forms of one thing, the one that can be read."""
	return one_line("".join(text for text in flow(element, ()) if isinstance(text, str)))


def flow(root: Any, breaks: Collection[str] = BREAKS) -> Iterator[Any]:
	"""Texts in an element, and the elements in it that end a line, in their order and without recursion.

	:param breaks: names of what ends a line, and is given as it is; what else is a block has spaces around it.
	"""
	# A stack entry is an element to open, or a text.
	stack: list[Any] = list(reversed(_parts(root)))
	while stack:
		item = stack.pop()
		if isinstance(item, str):
			yield item
			continue
		name = local_name(item)
		if name in breaks:
			yield item
			continue
		if name in INLINE and any(local_name(child) in PARAGRAPHS for child in item):
			yield f" {line_of(item)} "
			continue
		parts = _parts(item)
		if (name in SPACED and item.get("break") != "no") or name in BREAKS or name == "label":
			parts = [" ", *parts, " "]
		stack.extend(reversed(parts))


def _parts(element: Any) -> list[Any]:
	"""The texts and the elements right in an element."""
	name = local_name(element)
	if name in SKIPPED:
		return []
	if name in FORMULAS:
		return [_formula(element, name)]
	children = [child for child in element if local_name(child)]
	if name == "alternatives":
		return sorted(children, key=_readable)[:1]
	if name in SPACED and not children and not element.text:
		return [" "] if element.get("break") != "no" else []
	if name in PARAGRAPHS or name in INLINE or is_mixed(element) or not children:
		parts: list[Any] = [_shown(element, name)] if element.text else []
		for child in children:
			parts.append(child)
			if child.tail:
				parts.append(child.tail)
		return parts
	return _apart(children)


def _shown(element: Any, name: str) -> str:
	text: str = element.text
	if "date" in name and (found := _DAY.match(text.strip())):
		return "-".join(found.groups())
	return text


def _apart(children: list[Any]) -> list[Any]:
	"""Values without text between them, as people write them: the given name first, a date as ISO does, commas between others."""
	names = [local_name(child) for child in children]
	if "year" in names and {"year", "month", "day"}.issuperset(names):
		texts = {name: one_line(child.text or "") for name, child in zip(names, children, strict=True)}
		if all(text.isdecimal() and len(text) < 5 for text in texts.values()):
			order = ("year", "month", "day") if "month" in texts else ("year",)
			return ["-".join(f"{texts[part]:0>2}" for part in order if part in texts)]
	children = [
		child
		for child in children
		if local_name(child) not in SKIPPED and any(map(str.strip, child.itertext()))
	]
	names = [local_name(child) for child in children]
	if not FAMILY.isdisjoint(names) and any(
		local_name(child) in GIVEN and not _is_initials(child) for child in children
	):
		children = sorted(children, key=_place_in_name)
	between = " " if len(set(names)) == len(names) <= _FEW else ", "
	parts: list[Any] = []
	for before, child in zip([None, *children], children, strict=False):
		name = local_name(child)
		if before is not None:
			of_pages = _OF_PAGES.get((local_name(before), name))
			parts.append(of_pages or (" " if name in INLINE else between))
		parts.append(child)
	return parts


def _is_initials(given: Any) -> bool:
	"""Whether a given name is written as lists of references do, behind the family name."""
	return not any(map(str.islower, one_line("".join(given.itertext()))))


def _place_in_name(child: Any) -> int:
	name = local_name(child)
	return 0 if name in GIVEN else 2 if name in FAMILY else 1 if name in ("middlename", "middle-name") else 3


def _formula(element: Any, name: str) -> str:
	if name == "tex-math":
		found = _TEX.search(text := "".join(element.itertext()))
		return one_line(found[1] if found else text)
	for note in list(element.iter("{*}annotation", "{*}annotation-xml")):
		note.text = None
		for child in list(note):
			note.remove(child)
	return one_line("".join(text.strip() for text in element.itertext()))


def _readable(element: Any) -> int:
	"""How well one of several forms can be read: a formula as it was written, a table, any text, a picture."""
	name = local_name(element)
	return (
		0
		if name in ("tex-math", "table")
		else 1
		if name not in SKIPPED and any(map(str.strip, element.itertext()))
		else 2
	)
