"""Fill a site that has ERPNext with a made-up company, and measure what huf answers about single records of it.

Run it in the folder ``sites`` of a bench: ``python …/benchmarks/on_site/erp.py --site NAME make``, then ``index``, then ``ask`` and ``policies``. The site has a
finished setup wizard. The records and the source stay: use a site that may be thrown away.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import frappe

from benchmarks.erp import company
from benchmarks.erp.policies import policies
from benchmarks.erp.single_records import SEED, Question, Verdict, judge, questions
from huf.ai.knowledge import indexer
from huf.ai.knowledge.following import jobs
from huf.ai.knowledge.retriever import search_as
from huf.engine.request import Request

SOURCE = "The Company"
SELECTED = (
	*("Item", "Item Price", "Bin", "Customer", "Supplier", "Contact", "Address", "Quotation", "Sales Order"),
	*(
		"Purchase Order",
		"Sales Invoice",
		"Purchase Invoice",
		"Delivery Note",
		"Payment Entry",
		"Issue",
		"Task",
	),
	*("Project", "BOM", "Batch", "Employee", "Terms and Conditions"),
)


def index() -> None:
	"""A source of all records of the company, indexed in this process."""
	if frappe.db.exists("Knowledge Source", SOURCE):
		frappe.delete_doc("Knowledge Source", SOURCE, force=True)
	# Communications belong to an issue as its mails, whether or not anybody ticked that.
	rows = [
		{"selector_type": "DocType", "document_type": doctype, "include_emails": int(doctype == "Issue")}
		for doctype in SELECTED
	]
	source = frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"source_name": SOURCE,
			"knowledge_type": "sqlite_fts",
			"selectors": rows,
		}
	).insert()
	frappe.db.commit()
	began = time.perf_counter()
	jobs.sync_source(source.artifact_id)
	synced = time.perf_counter()
	indexer.update_source(source.artifact_id)
	frappe.db.rollback()
	row = frappe.db.get_value(
		"Knowledge Source", SOURCE, ["status", "total_inputs", "total_chunks"], as_dict=True
	)
	print(f"{row.status}: {row.total_inputs} records, {row.total_chunks} passages; ", end="")
	print(f"selected in {synced - began:.1f} s, indexed in {time.perf_counter() - synced:.1f} s")
	print("| DocType | records | passages of one |\n|---|---:|---:|")
	for doctype, inputs, chunks in frappe.db.sql(
		"""select reference_doctype, count(*), avg(chunks_created) from `tabKnowledge Input` where knowledge_source = %s
		group by reference_doctype order by reference_doctype""",
		SOURCE,
	):
		print(f"| {doctype} | {inputs} | {chunks:.1f} |")


def ask(asked: Iterable[Question], user: str, shows: bool) -> None:
	"""Ask all of them as ``user``, who should see everything; print how many were answered, by kind."""
	by_kind: dict[str, list[Verdict]] = defaultdict(list)
	for question in asked:
		hits = search_as(Request(question.text, (SOURCE,), top_k=5, principal=user)).hits
		verdict = judge(question, hits)
		by_kind[question.kind].append(verdict)
		if shows and not (verdict.is_first and verdict.has_answer):
			first = hits[0].title if hits else "nothing"
			missing = "" if verdict.has_answer else f", no answer: {question.answers[0]!r}"
			print(f"- {question.text} First: {first}{missing}")
	print("| kind of question | asked | right record first | answer in its passages |\n|---|---:|---:|---:|")
	everything = [one for found in by_kind.values() for one in found]
	for kind, verdicts in (*by_kind.items(), ("**all**", everything)):
		first, answered = sum(v.is_first for v in verdicts), sum(v.has_answer for v in verdicts)
		print(
			f"| {kind} | {len(verdicts)} | {first} ({first / len(verdicts):.0%}) | {answered} ({answered / len(verdicts):.0%}) |"
		)


def main() -> None:
	"""Make the company, index it, or ask about it: single records, or rules and advice."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("what", choices=("make", "index", "ask", "policies"))
	parser.add_argument("--items", type=int, default=company.Sizes.items)
	parser.add_argument("--of-each", type=int, default=6, help="questions of each maker of questions")
	parser.add_argument("--seed", type=int, default=SEED, help="which records are asked about")
	parser.add_argument("--user", default="Administrator")
	parser.add_argument("--aside", action="store_true", help="policies in the wordings that were put aside")
	parser.add_argument("--show", action="store_true", help="print each question that was not answered")
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	frappe.set_user("Administrator")
	try:
		if options.what == "make":
			company.make(company.Sizes(items=options.items))
		elif options.what == "index":
			index()
		elif options.what == "ask":
			ask(questions(options.of_each, options.seed), options.user, options.show)
		else:
			ask(policies(options.aside), options.user, options.show)
	finally:
		frappe.destroy()


if __name__ == "__main__":
	main()
