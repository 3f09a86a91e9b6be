"""Pages of the web, fetched or saved: an article is read without what surrounds it, any other page and every other file is read whole."""

import time
from collections import Counter

import pytest

from huf.engine.content import Content
from huf.engine.extractors import extract
from huf.engine.types import Section

FROM_THE_WEB = "https://example.com/page"
ARTICLE_MARKS = (
	'<meta property="og:type" content="Article">',
	'<meta property="article:published_time" content="2026-03-01">',
	'<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle"}</script>',
	'<script type="application/ld+json">{"@graph": [{"@type": ["WebPage", "BlogPosting"]}]}</script>',
)
PARAGRAPHS = "".join(
	f"<p>Pump number {n} is tested at four bar for an hour, and what leaks is noted in the log of the shift.</p>"
	for n in range(8)
)
AROUND = """
<div class="share-bar"><a href="/f">Share on Facepage</a> <a href="/x">Share on Chirper</a></div>
<div id="cookieNotice">We and our 314 partners keep cookies on your device to show what you may like to buy next.</div>
<div class="c-related"><h3>Related</h3><p>The harbour opens again in spring, says the mayor, who expects many ships.</p></div>
<div class="comment-list">{comments}</div>
""".replace(
	"{comments}",
	"".join(
		f"<p>Reader {n} is not so sure about it, and says so at some length here.</p>" for n in range(20)
	),
)
NOISE = ("Share on", "partners", "harbour", "Reader 7")


def read_page(body: str, head: str = "", fetched_from: str = FROM_THE_WEB) -> tuple[list[Section], list[str]]:
	"""Sections and notes of a page with this body."""
	page = (
		f"<html><head><title>Testing pumps – The Plant Paper</title>{head}</head><body>{body}</body></html>"
	)
	extraction = extract(
		Content(
			"page.html", data=page.encode(), media_type="text/html; charset=utf-8", fetched_from=fetched_from
		)
	)
	return list(extraction.sections), extraction.notes


def text_of(sections: list[Section]) -> str:
	"""All that was read."""
	return "".join(f"{section.header}\n{section.text}" for section in sections)


def share_of(wanted: str, found: str) -> float:
	"""The share of the words of ``wanted`` that are in ``found``, each as often."""
	words = Counter(wanted.split())
	return (words & Counter(found.split())).total() / words.total()


@pytest.mark.parametrize("mark", ARTICLE_MARKS)
def test_article_without_its_surroundings(mark: str) -> None:
	"""A page that calls itself an article keeps headings, text, tables and lists, and loses what is around them."""
	article = f"""<div class="layout has-sidebar"><div class="top"><h1>Testing pumps</h1></div><div class="story-body">
	{PARAGRAPHS}<h2>Limits</h2><table><tr><th>Type</th><th>Bar</th></tr><tr><td>P-7</td><td>4</td></tr></table>
	<ul><li>Wear goggles.</li><li><a href="/manual">The manual</a></li></ul></div>{AROUND}</div>"""
	sections, notes = read_page(f'<div class="menu"><a href="/">Home</a></div>{article}', mark)
	text = text_of(sections)
	assert all(f"Pump number {n} is" in text for n in range(8))
	assert "Wear goggles." in text and "The manual" in text
	table = next(section for section in sections if section.kind == "table")
	assert (table.header, table.text) == ("Type | Bar", "P-7 | 4\n")
	assert table.locator.heading == ("Testing pumps", "Limits")
	assert not [words for words in (*NOISE, "Home") if words in text]
	assert len(notes) == 1 and notes[0].endswith(
		"words around the text of the page (related pages, comments, notices) were left out."
	)


def test_uploaded_file_is_read_whole() -> None:
	"""The same page as a file loses nothing, and nothing is noted."""
	body = f"<h1>Testing pumps</h1>{PARAGRAPHS}{AROUND}"
	sections, notes = read_page(body, ARTICLE_MARKS[0], fetched_from="")
	assert all(words in text_of(sections) for words in (*NOISE, "Pump number 7"))
	assert notes == []


SINGLE_FILE = "<!--\n Page saved with SingleFile \n url: https://paper.example.com/pumps \n saved date: Thu Nov 26 2026 -->"


@pytest.mark.parametrize(
	"mark",
	[
		'<link rel="canonical" href="https://paper.example.com/pumps">',
		'<meta property="og:url" content="https://paper.example.com/">',
		"<!-- saved from url=(0032)https://paper.example.com/pumps -->",
		SINGLE_FILE,
	],
)
def test_saved_page_is_read_as_a_fetched_one(mark: str) -> None:
	"""A file that says where on the web it stands is what a browser saved, with all that surrounds the text; a note says what went."""
	body = f"<h1>Testing pumps</h1>{PARAGRAPHS}{AROUND}"
	saved = read_page(body, mark + ARTICLE_MARKS[0], fetched_from="")
	assert saved == read_page(body, ARTICLE_MARKS[0])
	assert "Pump number 7" in text_of(saved[0]) and not [
		words for words in NOISE if words in text_of(saved[0])
	]


@pytest.mark.parametrize(
	"mark",
	[
		'<link rel="canonical" href="/pumps.html">',
		'<link rel="canonical" href="http://localhost:8080/pumps">',
		'<link rel="stylesheet" href="https://cdn.example.com/style.css">',
		'<meta property="og:url" content="">',
		"<!-- saved from url=(0014)about:internet -->",
		"<!-- saved from url=(0016)http://localhost -->",
		"<!-- saved from url=(0022)http://internet.e-mail -->",
	],
)
def test_other_marks_say_of_no_page(mark: str) -> None:
	"""Manuals, reports and mails that programs write have such marks, too."""
	body = f"<h1>Testing pumps</h1>{PARAGRAPHS}{AROUND}"
	sections, notes = read_page(body, mark + ARTICLE_MARKS[0], fetched_from="")
	assert all(words in text_of(sections) for words in NOISE)
	assert notes == []


FAQ = "".join(
	f'<div class="question"><h3>May I take leave in month {n}?</h3><div><p>Yes, in month {n} you may.</p></div></div>'
	for n in range(12)
)
TABLE = f"""<table><tr><th>Country</th><th>Rate</th></tr>{"".join(f"<tr><td>Land {n}</td><td>{n} EUR</td></tr>" for n in range(40))}</table>"""
LINKS = "".join(f'<li><a href="/d/{n}">Form {n} for travel</a></li>' for n in range(30))
MANUAL = f"""<section id="cookies"><h2>Cookies</h2><p>The server sets a cookie for each session.</p></section>
<section id="related-topics"><h2>Related topics</h2><ul>{LINKS}</ul></section>
<section><h2>Install</h2><pre>apt install pump</pre><dl><dt>--bar</dt><dd>Pressure.</dd></dl>{PARAGRAPHS}</section>"""
NO_ARTICLES = {
	"FAQ": f"<h1>Leave</h1><div class='list'>{FAQ}</div>",
	"table": f"<h1>Rates</h1><p>Valid from May.</p>{TABLE}",
	"list": f"<h1>Forms</h1><ul>{LINKS}</ul>",
	"manual": f"<main><h1>The pump</h1>{MANUAL}</main>",
}


@pytest.mark.parametrize("kind", NO_ARTICLES)
def test_other_pages_lose_nothing(kind: str) -> None:
	"""A page that does not call itself an article is read as its file would be."""
	body = NO_ARTICLES[kind]
	assert read_page(body) == read_page(body, fetched_from="")


@pytest.mark.parametrize("kind", NO_ARTICLES)
def test_other_pages_that_claim_to_be_articles(kind: str) -> None:
	"""Many sites call all of their pages articles: the text of a FAQ, a table, a list or a manual stays."""
	body = NO_ARTICLES[kind]
	whole = text_of(read_page(body, fetched_from="")[0])
	found = text_of(
		read_page(f"<div>{body}</div><div class='newsletter'>Subscribe now</div>", ARTICLE_MARKS[0])[0]
	)
	assert share_of(whole, found) >= 0.98


def test_notices_are_left_out_anywhere() -> None:
	"""A notice about cookies is no text of any page; a chapter about cookies is."""
	sections, _ = read_page(
		f"<h1>The pump</h1>{MANUAL}<div class='cookie-banner'>We value your privacy.</div>"
	)
	assert "We value your privacy" not in text_of(sections)
	assert "The server sets a cookie" in text_of(sections)


def test_names_that_mean_something_else() -> None:
	"""Where a site calls every block of its text a slider, the name is not believed."""
	blocks = "".join(f"<div class='slider-text'>{PARAGRAPHS}</div>" for _ in range(6))
	sections, notes = read_page(f"<h1>The pump</h1>{blocks}", ARTICLE_MARKS[0])
	assert text_of(sections).count("Pump number 3") == 6
	assert notes == []


def test_notes_on_the_text() -> None:
	"""What an article says of where else to read is text, though its name has the word for a menu in it."""
	pointer = "<div role='note' class='hatnote navigation-not-searchable'>Main article: <a href='/v'>Valve</a></div>"
	menu = "<div class='navigation'><a href='/'>Front page</a></div>"
	body = f"<main><h1>Pumps</h1>{PARAGRAPHS}<h2>Valves</h2>{pointer}{PARAGRAPHS}{menu}</main>"
	text = text_of(read_page(body, ARTICLE_MARKS[0])[0])
	assert "Main article: Valve" in text and "Front page" not in text


def test_article_in_several_parts() -> None:
	"""Two elements that both hold much of the text are both kept."""
	parts = f"<div class='entry-content'>{PARAGRAPHS}</div><div class='entry-content'>{PARAGRAPHS}</div>"
	assert text_of(read_page(f"<div>{parts}</div>", ARTICLE_MARKS[0])[0]).count("Pump number 3") == 2


def test_table_beside_the_text() -> None:
	"""Rows of a table and lines of code are text of the page although none of them is a sentence."""
	body = f"<div><h1>Rates</h1><div>{TABLE}<pre>apt install pump</pre></div><div>{PARAGRAPHS}</div></div>"
	text = text_of(read_page(body, ARTICLE_MARKS[0])[0])
	assert "Land 7 | 7 EUR" in text and "apt install pump" in text and "Pump number 3" in text


def test_comments_that_are_articles() -> None:
	"""An article in an article is a comment or a related one, as HTML defines it."""
	inner = "<article><p>I have another opinion on pumps, and it is this one here.</p></article>"
	text = text_of(read_page(f"<article><h1>Pumps</h1>{PARAGRAPHS}{inner}</article>", ARTICLE_MARKS[0])[0])
	assert "Pump number 3" in text and "another opinion" not in text


def test_heading_outside_of_the_article() -> None:
	"""The page's first heading stays on the path of what is under it."""
	body = (
		f"<div><h1>When pumps leak</h1><p>By A. Writer</p></div><div class='entry-content'>{PARAGRAPHS}</div>"
	)
	sections, _ = read_page(body, ARTICLE_MARKS[0])
	assert sections[0].locator.heading == ("Testing pumps – The Plant Paper", "When pumps leak")
	assert "By A. Writer" not in text_of(sections)


def test_article_in_japanese() -> None:
	"""Scripts without spaces count by what their signs say."""
	text = "ポンプは四バールで一時間試験され、漏れは日誌に記録される。" * 3
	body = (
		f"<div class='x'><p>{text}</p><p>{text}</p></div><div class='related'><p>港は春に再開する。</p></div>"
	)
	found = text_of(read_page(body, ARTICLE_MARKS[0])[0])
	assert found.count("ポンプ") == 6 and "港" not in found


@pytest.mark.parametrize(
	"body",
	[
		"<div id='related'>" * 1500 + "text " * 30,
		"<article>" * 1500 + "text " * 30,
		"<div class='" + "Comment " * 200_000 + "'>text</div>",
		"<i>a</i>" * 210_000,
		"<p>" + "." * 500_000 + " " * 500_000 + "x</p>",
		'<script type="application/ld+json">' + '"@type":[' * 100_000 + "</script><p>text</p>",
		"<div>" * 1500 + "<a id='x' class='ad'>t</a>" * 20_000,
	],
)
def test_hostile_pages(body: str) -> None:
	"""Pages that are deep, wide or full of names take not much longer than their files."""
	began = time.process_time()
	as_file = text_of(read_page(body, ARTICLE_MARKS[0], fetched_from="")[0])
	between = time.process_time()
	assert as_file and read_page(body, ARTICLE_MARKS[0])[0]
	assert time.process_time() - between < 3 * (between - began) + 3
