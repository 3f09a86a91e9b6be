"""XML that is a document, as articles, patents and manuals are: headings, whole paragraphs, lists, tables, notes; and data that stays data."""

from typing import Any

import pytest
from extractor_samples import read
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_extract_everyday import told_of

from huf.engine.errors import CorruptFile
from huf.engine.types import Section

ARTICLE = """<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS 1.3//EN" "JATS.dtd">
<article article-type="research-article" xml:lang="en"><front><journal-meta><journal-title>Pumps and Seals</journal-title></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/pumps.7</article-id><title-group><article-title>Seals of <italic>cold</italic> pumps</article-title></title-group>
<contrib-group><contrib contrib-type="author"><contrib-id>0000-1</contrib-id><name><surname>Lovelace</surname><given-names>Ada</given-names></name><xref>1</xref></contrib>
<contrib contrib-type="author"><name><surname>Curie</surname><given-names>Marie</given-names></name></contrib></contrib-group>
<aff id="a1"><label>1</label>Institute of Seals, Gen&egrave;ve</aff>
<pub-date pub-type="epub"><day>3</day><month>05</month><year>2024</year></pub-date>
<abstract><p>Seals wear out.</p></abstract></article-meta></front>
<body><sec><label>1.</label><title>Methods</title><p>We cooled a pump<xref ref-type="bibr" rid="r1">[1]</xref> to 77<sup>&#176;</sup>K&mdash;twice.<fn><p>Once with helium.</p></fn> It ran:</p>
<sec><title>Results</title><p>Of each seal:<list list-type="order"><list-item><p>wear,</p></list-item><list-item><p>heat.</p></list-item></list>So much for seals.</p>
<fig><label>Fig. 1.</label><caption><title>A seal.</title><p>It is worn.</p></caption><graphic/></fig>
<table-wrap><label>Table 1.</label><caption><title>Wear by seal</title></caption><alternatives><graphic/><table><thead><tr><th rowspan="2">Seal</th>
<th colspan="2">Wear</th></tr><tr><th>cold</th><th>warm</th></tr></thead><tbody><tr><td>PTFE</td><td>3</td><td>7</td></tr><tr><td>NBR</td><td>9</td><td>8</td></tr>
</tbody></table></alternatives><table-wrap-foot><p>In micrometres.</p></table-wrap-foot></table-wrap></sec></sec>
<sec><title>Formula</title><p>It follows <inline-formula><alternatives><math><mi>a</mi></math><tex-math>\\documentclass{a}\\begin{document}$a^2$\\end{document}</tex-math></alternatives></inline-formula>.</p></sec></body>
<back><ref-list><ref id="r1"><label>1</label><element-citation><person-group><name><surname>Noether</surname><given-names>E</given-names></name></person-group>
<article-title>On seals</article-title><year>1918</year><volume>4</volume><fpage>235</fpage><lpage>257</lpage></element-citation></ref></ref-list></back></article>"""


def shown(sections: list[Section]) -> list[tuple[Any, ...]]:
	return [(section.locator.heading, section.header, section.text) for section in sections]


def test_an_article() -> None:
	"""JATS: what runs within a line cuts no word, notes follow their paragraph, tables keep their names, references are a line each."""
	title = "Seals of cold pumps"
	sections, notes = read("a.xml", ARTICLE)
	assert notes == []
	assert shown(sections) == [
		(
			(title,),
			"",
			f"{title}\njournal meta: Pumps and Seals\narticle id (doi): 10.1000/pumps.7\ncontrib (author): Ada Lovelace 1\n"
			"contrib (author): Marie Curie\naff: 1 Institute of Seals, Genève\npub date (epub): 2024-05-03\n",
		),
		((title, "Abstract"), "", "Seals wear out.\n"),
		(
			(title, "1. Methods"),
			"",
			"1. Methods\nWe cooled a pump[1] to 77°K—twice. It ran:\nOnce with helium.\n",
		),
		(
			(title, "1. Methods", "Results"),
			"",
			"Results\nOf each seal:\n1. wear,\n2. heat.\nSo much for seals.\nFig. 1. A seal.\nIt is worn.\n",
		),
		(
			(title, "1. Methods", "Results"),
			"Table 1. Wear by seal\nSeal | Wear · cold | Wear · warm",
			"PTFE | 3 | 7\nNBR | 9 | 8\n",
		),
		((title, "1. Methods", "Results"), "", "In micrometres.\n"),
		((title, "Formula"), "", "Formula\nIt follows $a^2$.\n"),
		((title, "References"), "", "1 Noether E, On seals, 1918, 4:235–257\n"),
	]
	assert told_of("a.nxml", ARTICLE.encode()) == {
		"document_author": "Ada Lovelace, Marie Curie",
		"document_date": "2024-05-03",
		"document_kind": "Research article",
		"document_language": "en",
		"document_title": title,
	}


PATENT = """<us-patent-grant lang="EN" date-publ="20180104"><us-bibliographic-data-grant><publication-reference><document-id><country>US</country>
<doc-number>10000016</doc-number><date>20180104</date></document-id></publication-reference><invention-title id="t">Cold seal</invention-title>
<us-parties><inventors><inventor><addressbook><last-name>Curie</last-name><first-name>Marie</first-name></addressbook></inventor></inventors></us-parties>
</us-bibliographic-data-grant><abstract><p>A seal that stays cold.</p></abstract><description><heading level="1">BACKGROUND</heading><p num="1">Seals get warm.</p>
<heading level="2">Related art</heading><p>There are many of them.</p><heading level="1">SUMMARY</heading><p>This one does not.
<tables><table><tgroup cols="3"><colspec colname="offset"/><colspec colname="1"/><colspec colname="2"/><thead><row><entry/><entry namest="1" nameend="2">TABLE 1</entry></row></thead>
<tbody><row><entry>Seal</entry><entry>Cold</entry><entry>Warm</entry></row></tbody></tgroup>
<tgroup cols="3"><tbody><row><entry>PTFE</entry><entry>3</entry><entry morerows="1">7</entry></row><row><entry>NBR</entry><entry>9</entry></row></tbody></tgroup></table></tables></p></description>
<claims><claim><claim-text>1. A seal, comprising:<claim-text>a ring; and</claim-text><claim-text>ice.</claim-text></claim-text></claim>
<claim><claim-text><b>2</b>. The seal of <claim-ref>claim 1</claim-ref>, frozen.</claim-text></claim></claims></us-patent-grant>"""


def test_a_patent() -> None:
	"""Headings of one part follow each other by their level, claims and their steps are lines, and a table of several groups is one."""
	sections, notes = read("a.xml", PATENT)
	assert notes == []
	assert shown(sections) == [
		(
			("Cold seal",),
			"",
			"Cold seal\npublication reference: US 10000016 2018-01-04\ninventor: Marie Curie\n",
		),
		(("Cold seal", "Abstract"), "", "A seal that stays cold.\n"),
		(("Cold seal", "BACKGROUND"), "", "BACKGROUND\nSeals get warm.\n"),
		(("Cold seal", "BACKGROUND", "Related art"), "", "Related art\nThere are many of them.\n"),
		(("Cold seal", "SUMMARY"), "", "SUMMARY\nThis one does not.\n"),
		(("Cold seal", "SUMMARY"), "TABLE 1\nSeal | Cold | Warm", "PTFE | 3 | 7\nNBR | 9 | 7\n"),
		(
			("Cold seal", "Claims"),
			"",
			"1. A seal, comprising:\na ring; and\nice.\n2. The seal of claim 1, frozen.\n",
		),
	]
	assert told_of("a.xml", PATENT.encode()) == {
		"document_author": "Marie Curie",
		"document_date": "2018-01-04",
		"document_kind": "Patent",
		"document_language": "en",
		"document_title": "Cold seal",
	}


DOCBOOK = """<book xmlns="http://docbook.org/ns/docbook" xml:lang="de"><info><title>Handbuch der Pumpen</title><author><personname><firstname>Ada</firstname>
<surname>Lovelace</surname></personname></author><pubdate>2023-02-01</pubdate></info><chapter><info><title>Start</title></info><para>Den <emphasis>Hebel</emphasis> ziehen.
<footnote><para>Nur einmal.</para></footnote></para><programlisting>pump --on
  --fast</programlisting><variablelist><varlistentry><term>Hebel</term><listitem><para>startet die Pumpe</para></listitem></varlistentry></variablelist>
<note><title>Achtung</title><para>Erst das Ventil öffnen.</para></note><section><title>Danach</title><para>Druck am Manometer prüfen.</para></section>
<para>Ende des Kapitels.</para></chapter></book>"""
TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Letters</title><author>Ada Lovelace</author></titleStmt>
<publicationStmt><date when="1998-05-03">May 1998</date></publicationStmt></fileDesc></teiHeader><text><body><div><head>To Babbage</head>
<p>The en<lb break="no"/>gine is <hi>ready</hi>,<lb/>I trust.</p><lg><l>One line,</l><l>and another.</l></lg></div></body></text></TEI>"""
TOPIC = """<task id="t"><title>Change a seal</title><prolog><author>Ada</author><critdates><created date="2020-01-02"/></critdates></prolog>
<taskbody><context><p>Once a year the seal of each pump is changed.</p></context><steps><step><cmd>Close the <uicontrol>main valve</uicontrol>.</cmd><info>It turns left.</info></step>
<step><cmd>Take out the old seal.</cmd></step></steps></taskbody></task>"""


def test_manuals_and_texts() -> None:
	"""DocBook, TEI and DITA: the headings that stand in ``info``, terms with what they mean, steps with their numbers."""
	sections, _ = read("a.dbk", DOCBOOK)
	assert shown(sections) == [
		(
			("Handbuch der Pumpen",),
			"",
			"Handbuch der Pumpen\nauthor: Ada Lovelace\npubdate: 2023-02-01\n",
		),
		(
			("Handbuch der Pumpen", "Start"),
			"",
			"Start\nDen Hebel ziehen.\nNur einmal.\npump --on\n  --fast\nHebel: startet die Pumpe\nAchtung\nErst das Ventil öffnen.\n",
		),
		(("Handbuch der Pumpen", "Start", "Danach"), "", "Danach\nDruck am Manometer prüfen.\n"),
		(("Handbuch der Pumpen", "Start"), "", "Ende des Kapitels.\n"),
	]
	told = told_of("a.xml", DOCBOOK.encode())
	assert (told["document_author"], told["document_date"], told["document_language"]) == (
		"Ada Lovelace",
		"2023-02-01",
		"de",
	)
	sections, _ = read("a.tei", TEI)
	assert shown(sections)[-1] == (
		("Letters", "To Babbage"),
		"",
		"To Babbage\nThe engine is ready, I trust.\nOne line,\nand another.\n",
	)
	assert told_of("a.xml", TEI.encode())["document_date"] == "1998-05-03"
	sections, _ = read("a.dita", TOPIC)
	assert shown(sections)[-1][2].endswith(
		"1. Close the main valve.\nIt turns left.\n2. Take out the old seal.\n"
	)
	assert told_of("a.xml", TOPIC.encode())["document_title"] == "Change a seal"


def test_a_vocabulary_that_nobody_knows() -> None:
	"""Paragraphs show by text with elements in it, beside others like them."""
	text = "<memo><von>Ada</von><satz>Der <w>Druck</w> ist am Morgen <w>hoch</w>.</satz><satz>Am <w>Abend</w> ist er immer sehr niedrig.</satz></memo>"
	sections, _ = read("a.xml", text)
	assert [section.text for section in sections] == [
		"von: Ada\nDer Druck ist am Morgen hoch.\nAm Abend ist er immer sehr niedrig.\n"
	]


@pytest.mark.parametrize(
	"text",
	[
		"<items><item sku='7' price='3.50'><name>Valve</name><note>It is <b>red</b> and made of steel.</note></item></items>",
		"<shop><article id='1'><number>7</number><price>3</price><text><p>A long <b>text</b> about the valve that people buy.</p></text></article></shop>",
		"<rss><channel><title>News</title><item><title>One</title><link>http://a.example</link><description>A long text about what happened on this day.</description></item></channel></rss>",
		"<config><p>12</p><p>13</p></config>",
	],
)
def test_data_stay_data(text: str) -> None:
	"""Values under their names, with attributes and paths, also where one of them is a long text with marks in it."""
	sections, _ = read("a.xml", text)
	assert all((section.locator.part or "").startswith("$") for section in sections)


def test_hostile_documents() -> None:
	"""Depth, entities and tables that claim to be wide cost nothing; entities of the file are not replaced."""
	deep = "<sec>" * 240 + "<p>A paragraph that stands very deep in this file.</p>" + "</sec>" * 240
	assert "very deep" in read("a.xml", f"<article>{deep}</article>")[0][0].text
	with pytest.raises(CorruptFile):
		read("a.xml", f"<article>{deep * 2}".replace("</sec>", "") + "</article>")
	bomb = '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><article><p>A word&hellip; and &c;&c;&eacute;t&eacute; <i>here</i>&amp;&c; too.</p></article>'
	assert read("a.xml", bomb)[0][0].text == "A word… and &c;&c;été here&&c; too.\n"
	labelled = "<label><p>A paragraph in what is no label of anything.</p></label>"
	assert read("a.xml", labelled)[0][0].text == "A paragraph in what is no label of anything.\n"
	cells = "<entry namest='a' nameend='z' morerows='999999999'>x</entry>" * 50
	wide = f"<article><p>A table with cells that reach far:</p><table><tgroup><colspec colname='a'/>{'<colspec/>' * 5000}<colspec colname='z'/><tbody>{f'<row>{cells}</row>' * 200}</tbody></tgroup></table></article>"
	assert sum(len(section.text) for section in read("a.xml", wide)[0]) < 400_000


def _tree(children: Any) -> Any:
	names = st.sampled_from(
		"sec p title list list-item label table tr td ref fig caption note fn info def term italic x table-wrap pre name surname given-names claim-text".split()
	)
	return st.tuples(names, st.lists(st.one_of(st.just(""), st.just(1), children), max_size=5))


@settings(max_examples=300, deadline=None)
@given(st.recursive(st.tuples(st.just("p"), st.just([1])), _tree, max_leaves=25))
@example(("table", [("td", [1, ("tr", [])])]))
def test_no_word_of_a_document_is_lost(tree: Any) -> None:
	"""However its elements stand in each other, each word of a document is read exactly once."""
	count = 0

	def written(node: Any) -> str:
		nonlocal count
		if node == "":
			return " "
		if node == 1:
			count += 1
			return f"word{count}x "
		return f"<{node[0]}>{''.join(map(written, node[1]))}</{node[0]}>"

	text = f"<TEI><p>A long paragraph that makes it a document, whatever else there is in it.</p>{written(tree)}</TEI>"
	sections, _ = read("a.xml", text)
	out = " ".join(f"{section.header}\n{section.text}" for section in sections)
	for number in range(1, count + 1):
		assert out.count(f"word{number}x") == 1, (text, out)
