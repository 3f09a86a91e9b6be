"""Whether a search shows exactly what Frappe lets each user read: random pairs of a user and a record, on any site.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/pairs.py --site SITE --pairs 2000

Takes records of every DocType that has some and all enabled users but Administrator and Guest, makes a source of the records and
an index without a worker, gives users random User Permissions and shares beside their own, and asks of each pair twice: a search
for a word that only this record has, and one question for all records at once. Both are compared with ``frappe.has_permission`` of
the single document. What that allows but no list of Frappe shows, for a condition of an app, is counted by itself: huf leaves
it out on purpose. At the end all is taken back.
"""

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

import frappe

from benchmarks.on_site.index import Text, index_texts
from huf.ai.access.impersonation import asked_as, forget_old_rights
from huf.ai.access.records.inputs import InputRights
from huf.ai.knowledge import retriever
from huf.engine.request import Request

MODULES_LEFT_OUT = ("Huf",)
"""Of records of huf only the inputs that belong to them are searched, by rules of their own."""


@dataclass
class Outcome:
	"""What was compared."""

	pairs: int = 0
	shown: int = 0
	by_list_alone: int = 0
	leaks: list[str] = field(default_factory=list)
	misses: list[str] = field(default_factory=list)


def random_records(chance: random.Random, most: int) -> list[tuple[str, str]]:
	"""At most so many records of each DocType."""
	filters = {"istable": 0, "issingle": 0, "is_virtual": 0, "module": ("not in", MODULES_LEFT_OUT)}
	found = []
	for doctype in frappe.get_all("DocType", filters=filters, pluck="name", order_by="name"):
		if frappe.db.table_exists(doctype):
			names = frappe.db.sql_list(f"select name from `tab{doctype}` order by name limit 5000")
			found += [(doctype, str(name)) for name in chance.sample(names, min(most, len(names)))]
	return found


def restrict(chance: random.Random, users: list[str], records: list[tuple[str, str]]) -> int:
	"""Random User Permissions for half of the users, of DocTypes that others link to, and some shares; how many."""
	linked: Counter[str] = Counter()
	for doctype in {doctype for doctype, _name in records}:
		meta = frappe.get_meta(doctype)
		for one in (meta, *(frappe.get_meta(table.options) for table in meta.get_table_fields())):
			linked.update({link.options for link in one.get_link_fields()})
	targets = sorted({doctype for doctype, _name in records} & linked.keys())
	weights = [linked[doctype] for doctype in targets]
	made = 0
	for user in chance.sample(users, len(users) // 2):
		for target in chance.choices(targets, weights, k=chance.choice((1, 1, 2))):
			name = chance.choice([name for doctype, name in records if doctype == target])
			row = {
				"doctype": "User Permission",
				"name": frappe.generate_hash(),
				"user": user,
				"allow": target,
			}
			row |= {"for_value": name, "apply_to_all_doctypes": 1, "hide_descendants": chance.choice((0, 1))}
			frappe.get_doc(row).db_insert()
			made += 1
		doctype, name = chance.choice(records)
		row = {"doctype": "DocShare", "name": frappe.generate_hash(), "user": user, "read": 1}
		frappe.get_doc({**row, "share_doctype": doctype, "share_name": name}).db_insert()
		frappe.cache.hdel("user_permissions", user)
	return made


def by_frappe(user: str, doctype: str, name: str) -> bool:
	"""What the single document says; a hook that breaks opens nothing."""
	try:
		if not frappe.has_permission(doctype, "read", doc=name, user=user):
			return False
		return bool(frappe.get_doc(doctype, name).has_permission("read"))
	# The rules of any app run here and may raise anything: such a document counts as one that is not shown, and is named.
	except Exception as error:  # noqa: BLE001
		print(f"{doctype} {name} for {user}: {type(error).__name__}")
		return False


def is_listed(user: str, doctype: str, name: str) -> bool:
	"""Whether a list of Frappe shows the document to the user, or it is shared with them."""
	try:
		if frappe.get_list(doctype, filters={"name": name}, user=user, pluck="name", limit_page_length=1):
			return True
	except frappe.PermissionError:
		pass
	return name in frappe.share.get_shared(doctype, user, filters=[["share_name", "=", name]])


def compare(
	source: str, texts: dict[str, Text], users: list[str], pairs: int, chance: random.Random
) -> Outcome:
	"""Ask of random pairs."""
	outcome = Outcome()
	for number, user in enumerate(users):
		forget_old_rights(user)
		keys = chance.sample(
			sorted(texts), min(len(texts), pairs // len(users) + (number < pairs % len(users)))
		)
		batch = InputRights(user)
		batch.load(keys)
		for key in keys:
			doctype, name = texts[key].doctype, texts[key].name
			found = retriever.search_as(Request(f"word{key}", (source,), 5, principal=user))
			shown = key in {hit.input for hit in found.hits}
			with asked_as(user):
				allowed = by_frappe(user, doctype, name)
				listed = allowed and is_listed(user, doctype, name)
			told = f"{user}: {doctype} {name}"
			outcome.pairs += 1
			outcome.shown += shown
			if (shown or batch.may_read(key)) and not allowed:
				outcome.leaks.append(told)
			if listed and not (shown and batch.may_read(key)):
				outcome.misses.append(told)
			outcome.by_list_alone += allowed and not listed
	return outcome


def main() -> None:
	"""Compare and print; exit code 1 if a pair differs."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--site", required=True)
	parser.add_argument("--pairs", type=int, default=2000)
	parser.add_argument("--seed", type=int, default=1)
	parser.add_argument("--records", type=int, default=20, help="of each DocType, at most")
	options = parser.parse_args()
	frappe.init(options.site, sites_path=".")
	frappe.connect()
	chance = random.Random(options.seed)
	found = random_records(chance, options.records)
	users = frappe.get_all(
		"User",
		filters={"enabled": 1, "name": ("not in", ("Administrator", "Guest"))},
		pluck="name",
		order_by="name",
	)
	texts = {frappe.generate_hash(length=10): Text(doctype, name, "") for doctype, name in found}
	texts = {key: Text(one.doctype, one.name, f"One record: word{key}.") for key, one in texts.items()}
	source = index_texts(texts)
	try:
		permissions = restrict(chance, users, found)
		outcome = compare(source.name, texts, users, options.pairs, chance)
	finally:
		frappe.db.rollback()
		for user in users:
			frappe.clear_cache(user=user)
		frappe.delete_doc("Knowledge Source", source.name, force=True)
		frappe.db.commit()  # nosemgrep: a script of its own
	doctypes = len({doctype for doctype, _name in found})
	print(
		f"{len(found)} records of {doctypes} DocTypes, {len(users)} users, {permissions} more User Permissions"
	)
	print(
		f"{outcome.pairs} pairs, {outcome.shown} shown; leaks: {len(outcome.leaks)}, misses: {len(outcome.misses)}"
	)
	print(f"allowed by the form, left out by a list's condition and so by huf: {outcome.by_list_alone}")
	for kind, lines in (("leak", outcome.leaks), ("miss", outcome.misses)):
		for line in lines[:20]:
			print(f"{kind}: {line}")
	sys.exit(bool(outcome.leaks or outcome.misses))


if __name__ == "__main__":
	main()
