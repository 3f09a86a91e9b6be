"""Comments on slides, of PowerPoint up to 2019 (ECMA-376, part 1, 19.4) and of those since, with their answers (MS-PPTX 2.6)."""

from collections.abc import Iterator
from typing import Any

from huf.engine.extractors.sections import is_blank, one_line

_AUTHORS, _COMMENTS = ("/commentAuthors", "/authors"), "/comments"
"""How the kinds of the relations to these parts end."""


def comment_authors(presentation: Any) -> dict[str, str]:
	"""The names of who comments, by how comments name them.

	:param presentation: of python-pptx.
	"""
	# Elements alone: a comment of XML has no attributes.
	found = (author for root in _related(presentation.part, _AUTHORS) for author in root.iterchildren("{*}*"))
	return {author.get("id", ""): one_line(author.get("name", "")) for author in found}


def comment_lines(slide: Any, authors: dict[str, str]) -> Iterator[str]:
	"""What is said of a slide, each comment and each answer behind its author.

	:param slide: of python-pptx.
	"""
	for root in _related(slide.part, (_COMMENTS,)):
		for comment in root.iter("{*}cm", "{*}reply"):
			text = one_line(_text(comment))
			if not is_blank(text):
				author = authors.get(comment.get("authorId", ""), "")
				yield f"{author}: {text}" if author else text


def _text(comment: Any) -> str:
	body = comment.find("{*}txBody")
	if body is None:
		return comment.findtext("{*}text") or ""
	return " ".join(
		"".join(run.text or "" for run in paragraph.iter("{*}t")) for paragraph in body.iterfind("{*}p")
	)


def _related(part: Any, endings: tuple[str, ...]) -> Iterator[Any]:
	from lxml import etree

	parser = etree.XMLParser(resolve_entities=False, no_network=True)
	for relation in part.rels.values():
		if not relation.is_external and relation.reltype.endswith(endings):
			yield etree.fromstring(relation.target_part.blob, parser)
