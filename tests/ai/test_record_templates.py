"""Templates of records: what they can say, and that they can neither reach anything nor take for ever. No Frappe."""

import time

import pytest

from huf.ai.knowledge.records.text import sandbox
from huf.ai.knowledge.records.text.sandbox import View
from huf.ai.knowledge.records.text.templates import check, render_template
from huf.engine.errors import TemplateFailed

ORDER = View(
	{
		"name": "SO-1",
		"customer": "CUST-1",
		"link_titles": View({"customer": "Acme Ltd"}),
		"amount": 12.5,
		"paid": 0,
		"text": "<b> & co",
		"items": [View({"part": "Seal", "qty": 2}), View({"part": "Tin", "qty": 1})],
		"keys": "a field that is called like a method",
	}
)


@pytest.mark.parametrize(
	("template", "text"),
	[
		("{{ doc.name }} for {{ doc.link_titles.customer }}", "SO-1 for Acme Ltd"),
		(
			"{% for row in doc.items %}{{ loop.index }}. {{ row.part }} x {{ row.qty }}\n{% endfor %}",
			"1. Seal x 2\n2. Tin x 1",
		),
		("{{ doc.items|join(', ', attribute='part') }}", "Seal, Tin"),
		("{% if doc.paid %}paid{% else %}open{% endif %}", "open"),
		("{{ doc.amount * 2 + 1 }} {{ 'a' + 'b' }} {{ 'x' ~ doc.amount ~ doc.gone }}", "26.0 ab x12.5"),
		("{{ doc.gone }}{{ doc.gone.deeper }}{{ doc.text }}", "<b> & co"),
		(
			"{% set n = doc.name|lower %}{{ n }} {{ doc['name'] }} {{ doc.items[0].part }} {{ doc.items[9].part }}",
			"so-1 SO-1 Seal",
		),
		("{{ doc.keys }}", "a field that is called like a method"),
		("{% if doc.name in ['SO-1', 'SO-2'] %}yes{% endif %}", "yes"),
		("{{ doc.text|replace('&', 'and')|upper|trim }}", "<B> AND CO"),
		("{% for row in doc.gone %}x{% else %}none{% endfor %}", "none"),
		("{{ [1, 2]|length }}{% for x in [1, 2] if x > 1 %}{{ x }}{% endfor %}", "22"),
	],
)
def test_what_a_template_can_say(template: str, text: str) -> None:
	"""Fields, titles of links, tables, conditions and simple filters; what is not there is empty."""
	check(template)
	assert render_template(template, ORDER) == text


ESCAPES = [
	"{{ doc.__class__ }}",
	"{{ doc['__class__'] }}",
	"{{ doc._values }}",
	"{{ ''.__class__.__mro__ }}",
	"{{ doc.name.format(1) }}",
	"{{ doc.items.append(1) }}",
	"{{ self }}",
	"{{ self._TemplateReference__context }}",
	"{{ cycler.__init__.__globals__ }}",
	"{{ lipsum() }}",
	"{{ frappe.db }}",
	"{{ range(9) }}",
	"{{ doc.items|map(attribute='__class__') }}",
	"{{ doc|attr('__class__') }}",
	"{{ doc.items|join('', attribute='__class__') }}",
	"{{ doc.items|tojson }}",
	"{% include 'x' %}",
	"{% import 'x' as y %}",
	"{% extends 'x' %}",
	"{% macro f() %}{{ f() }}{% endmacro %}",
	"{% set ns = namespace() %}",
	"{% call x() %}{% endcall %}",
	"{% for x in doc.items recursive %}{{ loop(x) }}{% endfor %}",
	"{{ loop.__class__ }}",
	"{% for x in doc.items %}{{ loop.__init__ }}{% endfor %}",
	"{{ doc.items }}",
	"{{ doc }}",
	"{{ doc.name % 3 }}",
	"{{ 'a' * 100000000 }}",
	"{{ '%9999999999d' % 1 }}",
	"{{ 9 ** 9 ** 9 }}",
	"{{ 'a'|center(1000000000) }}",
	"{{ 'a'|indent(1000000000) }}",
	"{{ 'a'|format(1) }}",
	"{{ [doc.items, doc.items] }}",
	"{{ doc.text[::-1] }}",
	"{{ {'a': 1} }}",
	"{{ doc.items|first }}",
	"{% for x in doc.name %}{{ x }}{% endfor %}",
	"{{ gettext }}",
	"{% filter upper %}x{% endfilter %}",
	"{{ 1 / 0 }}",
	"{{ doc.name is sameas doc.name }}",
]


@pytest.mark.parametrize("template", ESCAPES)
def test_nothing_else_is_in_reach(template: str) -> None:
	"""Attributes of objects, methods, globals, other templates and whatever can grow are refused, or give nothing."""
	try:
		check(template)
		made = render_template(template, ORDER)
	except TemplateFailed as error:
		assert "Line 1" in str(error)
	else:
		assert made == ""


BOMBS = [
	"{% set a = 'x' %}" + "{% set a = a ~ a %}" * 60 + "{{ a }}",
	"{% set a = 'x' %}" + "{% set a = a + a %}" * 60 + "{{ a }}",
	"{% set a = 'xx' %}" + "{% set a = a|replace('x', a) %}" * 40 + "{{ a }}",
	"{% for a in doc.rows %}" * 5 + "{% endfor %}" * 5,
	"{% for a in doc.rows %}{% for b in doc.rows %}" + "x" * 5000 + "{% endfor %}{% endfor %}",
	"{% set a = doc.long %}{% for b in doc.rows %}{% set c = a|upper|lower|title|striptags %}{% endfor %}",
	"{{ doc.rows|join(doc.long) }}",
	"{{ doc.rows|join(doc.long, attribute='a') }}",
	"{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
	"{% if doc %}" * 900 + "{% endif %}" * 900,
	"x" * 30_000,
	"{{ " + "9" * 19_000 + " * 3 }}",
	"{{ 5|round(-999999999) }}",
	"{{ 5|round(999999999, 'ceil') }}",
	"{{ " + " + ".join(["1"] * 5000) + " }}",
	"{% set a0 = doc.long %}"
	+ "".join(f"{{% set a{n + 1} = a{n}|upper %}}" for n in range(500))
	+ "{{ a500|length }}",
	"{% for a in doc.rows %}{% for b in doc.rows %}{% if doc.rows or 'wordy' in doc.long or b %}{% endif %}{% endfor %}"
	"{{ doc.tags|striptags }}{% endfor %}",
]


@pytest.mark.parametrize("template", BOMBS)
def test_nothing_goes_on_for_ever(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Doubling texts, nested loops, slow filters and deep nesting end with an error soon."""
	monkeypatch.setattr(sandbox, "MOST_SECONDS", 1.0)
	doc = View({"rows": [View({"a": "b"})] * 200, "long": "word " * 150_000, "tags": "<b>" * 300_000})
	began = time.thread_time()
	with pytest.raises(TemplateFailed):
		render_template(template, doc)
	assert time.thread_time() - began < 10


@pytest.mark.parametrize(
	("html", "text"),
	[
		("<p>a <b>b</b>\n&amp; c</p>", "a b & c"),
		("<!-- <i> --> a <!-- b", "a <!-- b"),
		("1 < 2", "1 < 2"),
		("<b>" * 300_000 + "x", "x"),
		("<!--" * 200_000, "<!--" * 200_000),
	],
)
def test_tags_are_taken_away_in_linear_time(html: str, text: str) -> None:
	"""Tags and comments go, entities are written out, and hundreds of thousands of tags take no longer than their text."""
	began = time.thread_time()
	assert render_template("{{ doc.html|striptags }}", View({"html": html})) == text
	assert time.thread_time() - began < 2


def test_the_line_is_named() -> None:
	"""Mistakes of writing and mistakes with one record name the line."""
	for template in (
		"a\nb {{ doc. }}",
		"a\n{{ nothing }}",
		"a\n{{ doc.x|shout }}",
		"a\n{% if doc.x is odder %}{% endif %}",
	):
		with pytest.raises(TemplateFailed, match="Line 2"):
			check(template)
	with pytest.raises(TemplateFailed, match="Line 3"):
		render_template("a\nb\n{{ doc.name + 1 }}", ORDER)


def test_unknown_fields_are_refused_when_they_are_known() -> None:
	"""With the fields of the DocType given, a misspelt one is refused with those there are."""
	check("{{ doc.subject }}", ["name", "subject"])
	with pytest.raises(TemplateFailed, match=r"no “sujbect”.*subject"):
		check("{{ doc.sujbect }}", ["name", "subject"])


def test_renderings_do_not_share_their_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Many small renderings of one template never use up what one may take."""
	monkeypatch.setattr(sandbox, "MOST_ROUNDS", 10)
	for _ in range(20):
		assert render_template("{% for row in doc.items %}x{% endfor %}", ORDER) == "xx"
