"""Every form, list and report of huf's DocTypes in the desk, as a Knowledge Manager.

What the desk asks for by itself while it loads a page must not be refused: the guard of requests
(huf/ai/access/doctypes/requests.py) refuses what nobody should ask, and has to know the desk's habits.
"""

import json
from pathlib import Path
from urllib.parse import quote, urlsplit

from tests.site import browser

MAKE = """
from huf.ai.runs.keeping.rows import start_run
from huf.ai.gaps.noting import note_gap
from huf.tests import factories as make
from huf.ai.access.doctypes.requests import own_doctypes

def insert(doctype, **values):
	return frappe.get_doc({"doctype": doctype, **values}).insert(ignore_permissions=True).name

word = frappe.generate_hash(length=8)
agent = make.make_agent(source)
insert("Agent Conversation", agent=agent.name, user=who)
insert("Agent Trigger", trigger_name=word, agent=agent.name, run_as=who, prompt="What is new?", disabled=1)
insert("Knowledge Cost", agent=agent.name, month="2026-11", kind="Chat")
insert("Knowledge Glossary", glossary_name=word, entries=[{"term": "PTO", "expansions": "paid time off"}])
make.make_proposal(who, source)
insert("Knowledge Profile", profile_name=word)
make.make_search(who, frappe.get_doc("Knowledge Source", source))
insert("Knowledge Tombstone", knowledge_source=source, reference_doctype="User", reference_name=who)
made = frappe.get_all("Knowledge Input", {"knowledge_source": source}, pluck="name")
insert("Knowledge Correction", knowledge_input=made[0], action="Leave Out", original="x")
make.make_build(source)
note_gap(f"Who is {word}?", "No Hit")
frappe.db.commit()
run = start_run(agent.name, who, "How long is annual leave?", agent.model)
frappe.db.rollback()
frappe.db.set_value("Agent Run", run, {"status": "Success", "verification_result": "Contradicted"})
from huf.ai.quality import runs
runs.start(runs.of_source(source), runs.ON_DEMAND)
frappe.set_user(who)
# Tests are seen by whom they belong to, and no others.
insert("Agent Test", agent=agent.name, question="How long is annual leave?", must_say="20 days", search_as=who)
insert("Knowledge Test", knowledge_source=source, question="How long is annual leave?", expectation="Must Say", value="20 days")
result = {}
for doctype in sorted(own_doctypes()):
	meta = frappe.get_meta(doctype)
	if meta.istable or not frappe.has_permission(doctype, "read"):
		continue
	names = [doctype] if meta.issingle else frappe.get_list(doctype, pluck="name", limit=1, order_by="creation desc")
	result[doctype] = {"name": names[0] if names else None, "is_single": meta.issingle,
		"can_create": not meta.issingle and meta.in_create == 0 and bool(frappe.has_permission(doctype, "create")),
		"can_report": not meta.issingle and bool(frappe.has_permission(doctype, "report"))}
"""
HOSTILE = """
from huf.ai.access.doctypes.requests import own_doctypes

KINDS = ("Data", "Small Text", "Text", "Long Text")
NAMES = ("artifact_id", "fingerprint", "file_record")
EVIL = " <img src=x onerror='window.hacked=`%s.%s`'>"
result = 0
for doctype in sorted(own_doctypes()):
	meta = frappe.get_meta(doctype)
	if meta.issingle:
		continue
	for field in meta.get("fields", {"fieldtype": ("in", KINDS)}):
		kept = field.length or (140 if field.fieldtype == "Data" else 1_000)
		# Not what programs read.
		evil = EVIL % (doctype, field.fieldname)
		if kept < 100 or field.is_virtual or field.unique or field.fieldname in NAMES:
			continue
		for name, value in frappe.db.sql(f"select name, `{field.fieldname}` from `tab{doctype}`"):
			if not (value or "").startswith(("{", "[")):
				hostile = (value or "")[: kept - len(evil)] + evil
				frappe.db.sql(f"update `tab{doctype}` set `{field.fieldname}` = %s where name = %s", (hostile, name))
				result += 1
frappe.db.commit()
frappe.clear_cache()
"""
ROUTED = """(path) => frappe.router.current_route && decodeURIComponent(location.pathname).startsWith(decodeURIComponent(path))
	&& frappe.container.page && frappe.container.page.offsetParent !== null"""
TOLD_TWICE = """async (doctypes) => {
	for (const doctype of [...doctypes, ...doctypes]) {
		await frappe.call({ method: "frappe.desk.form.load.getdoctype", type: "GET", args: { doctype } });
	}
}"""
ROWS = """async (options, show) => {
	const parent = $("<div>").appendTo(document.body);
	const field = frappe.ui.form.make_control({ df: { fieldtype: "Link", fieldname: "one", options }, parent, render_input: true });
	const found = show(field, parent, options);
	for (let tries = 0; tries < 100 && !found().length; tries++) {
		await new Promise((go) => setTimeout(go, 200));
	}
	return found().length;
}"""
SUGGESTED = """(field, parent) => {
	field.$input.focus().trigger("input");
	return () => parent.find("[role=option]");
}"""
"""What a link field suggests."""
LISTED = """(field, parent, options) => {
	const search = new frappe.ui.form.LinkSelector({ doctype: options, target: field, txt: "" });
	return () => $(search.dialog.body).find(".link-select-row");
}"""
"""What its Advanced Search does, in a dialog that keeps the focus."""
OWN = ("knowledge", "knowledge-chat", "knowledge-search")
"""The workspace and the pages that are for everybody."""
REPORTS = tuple(
	json.loads(path.read_text("utf-8"))["name"]
	for path in (Path(__file__).parents[3] / "huf" / "huf" / "report").glob("*/*.json")
)


def paths(found):
	"""Addresses of the desk for each DocType."""
	for path in OWN:
		yield f"/app/{path}"
	for report in REPORTS:
		yield f"/app/query-report/{quote(report)}"
	for doctype, about in found.items():
		slug = doctype.lower().replace(" ", "-")
		if about["is_single"]:
			yield f"/app/{slug}"
			continue
		yield f"/app/{slug}/view/list"
		if about["can_report"]:
			yield f"/app/{slug}/view/report"
		if about["name"]:
			yield f"/app/{slug}/{quote(about['name'], safe='')}"
		if about["can_create"]:
			yield f"/app/{slug}/new"


def test_nothing_is_refused_while_a_page_loads(desk, manager, make_source, python_on_site):
	"""Whatever the desk asks for by itself is answered, on every page of huf that a Knowledge Manager may open."""
	source = make_source("Every Page", [{"text": "Annual leave is 27 days.", "title": "Leave"}])
	found = python_on_site(MAKE, source=source, who=manager)
	assert (
		len(found) >= 15
		and len(REPORTS) >= 4
		and not [doctype for doctype, about in found.items() if not about["name"]]
	)
	page = desk(manager)
	refused, where = [], "/app/knowledge"

	def look(answer):
		if answer.status >= 400 and urlsplit(answer.url).path.startswith(("/api", "/app", "/private")):
			refused.append((where, answer.status, answer.url[:300], (answer.request.post_data or "")[:300]))

	page.on("response", look)
	browser.visit(page, where)
	for where in paths(found):
		# Within one desk, as a person goes: loading all of it for each page takes many times longer.
		page.evaluate("(path) => { frappe.set_route(path); }", where)
		page.wait_for_function(ROUTED, arg=where.rpartition("/new")[0] or where, timeout=browser.SLOW_MS)
		browser.quiet(page)
		shown = page.evaluate(
			"() => [...document.querySelectorAll('.modal.show .msgprint')].map(m => m.innerText)"
		)
		assert not shown, (where, shown)
	assert not refused, "\n".join(map(str, refused))
	# A refusal would have been seen.
	asked = {"doctype": "Knowledge Input", "filters": {"text": ["like", "%a%"]}}
	page.evaluate("(asked) => frappe.xcall('frappe.client.get_count', asked).catch(() => 0)", asked)
	browser.quiet(page)
	assert [status for _where, status, *_ in refused] == [403]


def test_no_text_runs_in_a_page(desk, manager, make_source, python_on_site, screenshots):
	"""HTML in any text of any record is shown as text by every form, list, report view and report: questions of users and visitors, titles
	and errors are noted as they are, without Frappe's filter, and managers look at them."""
	source = make_source("Hostile Page", [{"text": "Annual leave is 27 days.", "title": "Leave"}])
	# Two of each: while a report view takes a column away, the rows after the first stand under headings of others.
	for _each in range(2):
		found = python_on_site(MAKE, source=source, who=manager)
	assert python_on_site(HOSTILE) > 30
	page = desk(manager)
	browser.visit(page, "/app/knowledge")
	# As happens when one DocType is told with another: what is told once more takes nothing away.
	page.evaluate(TOLD_TWICE, list(found))
	ran = []
	for where in paths(found):
		page.evaluate("(path) => { window.hacked = 0; frappe.set_route(path); }", where)
		page.wait_for_function(ROUTED, arg=where.rpartition("/new")[0] or where, timeout=browser.SLOW_MS)
		browser.quiet(page)
		if of := page.evaluate("() => window.hacked"):
			ran.append(f"{where}: {of}")
		if "&lt;" in page.evaluate("() => frappe.container.page.innerText"):
			ran.append(f"{where}: shows the HTML of a text")
	assert not ran, "\n".join(ran)
	page.evaluate("() => { window.hacked = 0; }")
	for rows in (SUGGESTED, LISTED):
		for doctype in ("Knowledge Input", "Knowledge Gap"):
			assert page.evaluate(f"(doctype) => ({ROWS})(doctype, {rows})", doctype), (doctype, rows)
	browser.quiet(page)
	assert not page.evaluate("() => window.hacked")
