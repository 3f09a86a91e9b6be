"""How well the main text of web pages is found: ``python -m benchmarks.reading.web_text FOLDER``

FOLDER is a checkout of the article extraction benchmark of Scrapinghub (its folder ``html`` and ``ground-truth.json``). The
measure is that benchmark's: runs of four words of what was found against those of the article as people marked it,
a page counting as one however long it is; F1 is that of the mean precision and the mean recall. huf is measured as it reads a
page behind a URL and as it reads the same file when somebody uploads it, and beside it those of trafilatura, readability-lxml
and jusText that are installed (none is a dependency: ``pip install trafilatura readability-lxml justext``). Pages are put into
two halves by a seeded draw: ``dev`` may be looked at by who changes the rules, ``test`` may not.
"""

import argparse
import gzip
import json
import logging
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from huf.engine.content import Content
from huf.engine.errors import NoText
from huf.engine.extractors import extract

SHINGLE = 4
SEED = 20
_WORD = re.compile(r"\w+")

Reader = Callable[[bytes, str], str]


def by_huf(page: bytes, url: str) -> str:
	"""As a page of the web."""
	return _text_of(Content("page.html", data=page, media_type="text/html", fetched_from=url))


def by_huf_upload(page: bytes, url: str) -> str:
	"""As a file that somebody uploaded."""
	return _text_of(Content("page.html", data=page))


def _text_of(content: Content) -> str:
	try:
		sections = list(extract(content).sections)
	except NoText:
		return ""
	return "\n".join(f"{section.header}\n{section.text}" for section in sections)


def by_trafilatura(page: bytes, url: str) -> str:
	"""With its defaults but for comments, as the benchmark calls it."""
	import trafilatura

	return trafilatura.extract(page, include_comments=False) or ""


def by_readability(page: bytes, url: str) -> str:
	"""The text of the HTML that it finds."""
	from lxml import html
	from readability import Document

	return html.fromstring(Document(page.decode("utf-8", "replace")).summary()).text_content()


def by_justext(page: bytes, url: str) -> str:
	"""Paragraphs that are no boilerplate by its English list of words."""
	import justext

	paragraphs = justext.justext(page, justext.get_stoplist("English"))
	return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)


READERS: dict[str, tuple[Reader, str]] = {
	"huf": (by_huf, "huf"),
	"huf, uploaded": (by_huf_upload, "huf"),
	"trafilatura": (by_trafilatura, "trafilatura"),
	"readability-lxml": (by_readability, "readability"),
	"jusText": (by_justext, "justext"),
}


@dataclass(frozen=True)
class Page:
	"""One page of the benchmark."""

	key: str
	html: bytes
	url: str
	article: str


def shingles(text: str) -> Counter[tuple[str, ...]]:
	"""The runs of :data:`SHINGLE` words in ``text``, or the one run of all its words if it has fewer."""
	words = _WORD.findall(text)
	found = Counter(tuple(words[n : n + SHINGLE]) for n in range(max(1, len(words) - SHINGLE + 1)))
	del found[()]
	return found


def precision_and_recall(article: str, found: str) -> tuple[float | None, float | None]:
	"""Of one page; None where the measure says nothing of it: nothing was found, or there is no article."""
	wanted, got = shingles(article), shingles(found)
	right = (wanted & got).total()
	return (right / got.total() if got else None), (right / wanted.total() if wanted else None)


def f1_of(pages: list[tuple[float | None, float | None]]) -> tuple[float, float, float]:
	"""F1, precision and recall of all pages."""
	precision = statistics.mean(one for one, _ in pages if one is not None)
	recall = statistics.mean(one for _, one in pages if one is not None)
	return 2 * precision * recall / (precision + recall), precision, recall


def read_pages(folder: Path) -> list[Page]:
	"""All pages, by key."""
	truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
	return [
		Page(
			key,
			gzip.decompress((folder / "html" / f"{key}.html.gz").read_bytes()),
			truth[key].get("url") or "https://example.com/",
			truth[key].get("articleBody") or "",
		)
		for key in sorted(truth)
	]


def halves(pages: list[Page]) -> dict[str, list[Page]]:
	"""The pages drawn for developing, the others, and all."""
	dev = set(random.Random(SEED).sample([page.key for page in pages], len(pages) // 2))
	return {
		"dev": [page for page in pages if page.key in dev],
		"test": [page for page in pages if page.key not in dev],
		"all": pages,
	}


def main() -> None:
	"""Measure, and print one table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("folder", type=Path)
	parser.add_argument(
		"--pages", action="store_true", help="a line for each page of the half dev, as huf reads it"
	)
	options = parser.parse_args()
	parts = halves(read_pages(options.folder))
	print("| reader | half | pages | F1 | precision | recall | seconds |\n|---|---|---:|---:|---:|---:|---:|")
	for name, (read, module) in READERS.items():
		if find_spec(module) is None:
			continue
		began = time.process_time()
		scores = {
			page.key: precision_and_recall(page.article, read(page.html, page.url)) for page in parts["all"]
		}
		spent = time.process_time() - began
		for half, pages in parts.items():
			f1, precision, recall = f1_of([scores[page.key] for page in pages])
			seconds = f"{spent:.1f}" if half == "all" else ""
			print(
				f"| {name} | {half} | {len(pages)} | {f1:.3f} | {precision:.3f} | {recall:.3f} | {seconds} |"
			)
		if options.pages and name == "huf":
			for page in sorted(parts["dev"], key=lambda one: sum(filter(None, scores[one.key]))):
				precision, recall = (f"{one or 0:.3f}" for one in scores[page.key])
				print(f"{page.key[:8]} {precision} {recall} {page.url}")


if __name__ == "__main__":
	# What libraries say of damaged files would drown the tables.
	logging.disable(logging.CRITICAL)
	main()
