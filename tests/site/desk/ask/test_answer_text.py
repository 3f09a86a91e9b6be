"""The text of an answer as the desk shows it: tables, lists, code, links and formulas, in both themes and on a phone."""

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

ANSWER = """## Delivery

Prices are *net* and **binding** [1]; see [the terms](https://terms.example/2026) and [a stranger](https://evil.example/?q=1).

| Item | Quantity | Price |
|:-----|:--------:|------:|
| Screw, `M4|M5` | 100 | 4.50 |
| Nut [1] | 20 | 1.25 |

- Steel
  - stainless
1. Order
2. Pay

> As was said.

Weight: $m = \\rho \\cdot V$ for each box.

```python
total = 100 * 4.50  # | no table | **not bold**
```

![picture](https://evil.example/pixel.png) <img src=x onerror="window.hacked=1"> [x](javascript:window.hacked=1)
&lt;script&gt;window.hacked=1&lt;/script&gt; <script>window.hacked=1</script> [y](data:text/html,z)
"""
SHOW = """([text, is_live]) => {
	const citations = [{ number: 1, title: "Terms", excerpt: "All is at https://terms.example/2026.", origin: "Tool" }];
	$(".huf-answer").remove();
	const began = performance.now();
	huf.desk.answer({ text, citations: is_live ? [] : citations }, is_live).prependTo(frappe.container.page.page.main);
	return performance.now() - began;
}"""


def test_the_text_of_an_answer(desk, manager, screenshots):
	"""Blocks are what a screen reader names, links go to what a passage says, and nothing of a model is loaded or run."""
	page = desk(manager)
	asked = []
	page.on("request", lambda request: asked.append(request.url))
	browser.visit(page, "/app/knowledge-chat")
	page.evaluate(SHOW, [ANSWER, False])
	shown = page.locator(".huf-answer")
	expect(shown.get_by_role("heading", level=4)).to_have_text("Delivery")
	expect(shown.get_by_role("columnheader")).to_have_text(["Item", "Quantity", "Price"])
	expect(shown.get_by_role("cell").first).to_have_text("Screw, M4|M5")
	expect(shown.locator("td .huf-chip")).to_have_text("1")
	expect(shown.get_by_role("listitem")).to_have_count(4)
	expect(shown.locator("blockquote")).to_have_text("As was said.")
	expect(shown.locator(".huf-formula")).to_have_text("$m = \\rho \\cdot V$")
	expect(shown.locator("pre")).to_have_text("total = 100 * 4.50  # | no table | **not bold**")
	(link,) = shown.get_by_role("link").all()
	assert link.get_attribute("href") == "https://terms.example/2026" and link.inner_text() == "the terms"
	expect(shown).to_contain_text("a stranger (https://evil.example/?q=1)")
	assert shown.locator("img, script, iframe").count() == 0
	page.evaluate("frappe.utils.copy_to_clipboard = (text) => (window.copied = text)")
	shown.get_by_role("button", name="Copy Code").focus()
	page.keyboard.press("Enter")
	assert page.evaluate("window.copied") == "total = 100 * 4.50  # | no table | **not bold**"
	for theme in ("light", "dark"):
		page.evaluate("theme => document.documentElement.setAttribute('data-theme', theme)", theme)
		for width, name in ((1400, ""), (390, "-narrow")):
			browser.resize(page, width, 1000)
			shown.scroll_into_view_if_needed()
			assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
			forms.picture(page, screenshots, f"answer-text-{theme}{name}")
	browser.quiet(page)
	assert page.evaluate("window.hacked") is None
	assert not [url for url in asked if "evil.example" in url]


@pytest.mark.parametrize("text", ["|" * 1_000_000, "|a|\n|-|\n" * 120_000, "[1] **a " * 120_000])
def test_a_megabyte_does_not_hold_up_the_page(desk, manager, text):
	"""Few elements for much text, also while it is written."""
	page = desk(manager)
	browser.visit(page, "/app/knowledge-chat")
	for is_live in (False, True):
		took = page.evaluate(SHOW, [text, is_live])
		assert took < 60_000
		assert page.locator(".huf-answer *").count() < 40_000
