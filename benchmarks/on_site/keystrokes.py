"""What a person waits for on the page Knowledge Search, from the last key to the results, in Chromium.

    python benchmarks/on_site/keystrokes.py --url http://127.0.0.1:8000 --user EMAIL --password PASSWORD WORDS …

Types three words and a number that are together like no other query, letter by letter, and waits until what was found is drawn.
Prints the time of the request in the browser (from sending it to the last byte of its answer), and from the last key to the drawn
results, in which the page first waits whether another key comes. The site is served without ``DEV_SERVER``; *Searches per Minute*
of Agent Settings must be 0.
"""

import argparse
import os
import random
import statistics
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

LETTER = 60
"""Milliseconds between two keys: 200 letters in 12 seconds, fast for a person."""
WARM_UP = 5
"""Queries that are not counted."""
_WATCH = """() => {
	const area = document.querySelector(".huf-found-area");
	const input = document.querySelector(".huf-search-box input");
	const watched = (window.hufTyped = { key: 0, drawn: 0 });
	input.addEventListener("input", () => { watched.key = performance.now(); watched.drawn = 0; }, true);
	new MutationObserver(() => {
		if (area.getAttribute("aria-busy") === "false") watched.drawn = performance.now();
	}).observe(area, { attributes: true, childList: true, subtree: true });
}"""
_ANSWERED = """(query) => new URLSearchParams(location.search).get("q") === query
	&& window.hufTyped.drawn > window.hufTyped.key
	&& document.querySelector(".huf-found-area").getAttribute("aria-busy") === "false"
	&& document.querySelectorAll(".huf-found-area .huf-hit").length"""
_TIMES = """() => {
	const asked = performance.getEntriesByType("resource").filter((one) => one.name.includes("knowledge_search"));
	const last = asked[asked.length - 1];
	performance.clearResourceTimings();
	return [last.responseEnd - last.startTime, window.hufTyped.drawn - window.hufTyped.key];
}"""


def ask(page: Page, query: str) -> tuple[float, float]:
	"""Milliseconds of the last request for this query, and from its last key to its drawn results."""
	box = page.locator(".huf-search-box input")
	box.fill("")
	page.wait_for_function("() => !document.querySelector('.huf-found-area .huf-hit')")
	box.press_sequentially(query, delay=LETTER)
	page.wait_for_function(_ANSWERED, arg=query)
	# What is drawn may be drawn again, by another request that was under way.
	page.wait_for_timeout(300)
	request, drawn = page.evaluate(_TIMES)
	return request, drawn


def row(label: str, samples: Sequence[float]) -> str:
	"""A row of the table."""
	late = statistics.quantiles(samples, n=20)[-1]
	return f"| {label} | {statistics.median(samples):.0f} | {late:.0f} | {max(samples):.0f} |"


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--url", required=True)
	parser.add_argument("--user", required=True)
	parser.add_argument("--password", required=True)
	parser.add_argument("--rounds", type=int, default=60)
	parser.add_argument("--browser", help="path of a Chromium; without it, Playwright's own")
	parser.add_argument("words", nargs="+")
	options = parser.parse_args()
	times: list[tuple[float, float]] = []
	with sync_playwright() as playwright:
		browser = playwright.chromium.launch(executable_path=options.browser, args=["--no-sandbox"])
		page = browser.new_page(viewport={"width": 1400, "height": 900})
		login = {"usr": options.user, "pwd": options.password}
		answer = page.request.post(f"{options.url}/api/method/login", form=login)
		if not answer.ok:
			raise SystemExit(f"{options.user} could not log in: {answer.status}.")
		page.goto(f"{options.url}/app/knowledge-search")
		page.wait_for_selector(".huf-search-box input")
		page.evaluate(_WATCH)
		for number in range(options.rounds + WARM_UP):
			words = random.Random(number).sample(options.words, min(3, len(options.words)))
			sample = ask(page, f"{' '.join(words)} {number}")
			if number >= WARM_UP:
				times.append(sample)
		browser.close()
	requests, drawn = zip(*times, strict=True)
	print(f"{len(times)} queries as {options.user}; load {os.getloadavg()[0]:.1f}\n")
	print("| | median ms | p95 | most |\n|---|---:|---:|---:|")
	print(row("the request, in the browser", requests))
	print(row("from the last key to the results, drawn", drawn))


if __name__ == "__main__":
	main()
