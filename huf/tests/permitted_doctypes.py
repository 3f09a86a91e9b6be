"""DocTypes that User Permissions can narrow in every way that Frappe knows, and random records, users and permissions for them."""

from random import Random
from typing import Any

import frappe

PLACE, PARTY = "Huf P Place", "Huf P Party"
JOB, ROW, OTHER_ROW, CHOICE = "Huf P Job", "Huf P Row", "Huf P Other Row", "Huf P Choice"
LINKS = {
	JOB: ("place", "party", "second_party", "previous", "silent_party", "asked_by"),
	ROW: ("place", "party", "done_by"),
	OTHER_ROW: ("party", "silent_place"),
	CHOICE: ("place",),
}
TARGETS = {
	**dict.fromkeys(("place", "silent_place"), PLACE),
	**dict.fromkeys(("party", "second_party", "silent_party"), PARTY),
	"previous": JOB,
	**dict.fromkeys(("asked_by", "done_by"), "User"),
}
TABLES = {"rows": ROW, "more_rows": ROW, "other_rows": OTHER_ROW, "choices": CHOICE}


def make_doctypes(*roles: str) -> None:
	"""Make them, if they are not there, readable for these roles. Frappe commits when it makes a table."""
	_make(PLACE, [_field("place_name", "Data")], roles, is_tree=1, autoname="field:place_name")
	_make(PARTY, [_field("party_name", "Data")], roles, autoname="field:party_name")
	for table in (ROW, OTHER_ROW, CHOICE):
		# To Frappe's form a virtual link is an empty one.
		more = (
			_field("known_party", "Link", options=PARTY, is_virtual=1)
			if table == OTHER_ROW
			else _field("note", "Data")
		)
		_make(table, [*map(_link, LINKS[table]), more], (), istable=1)
	fields = [_field("title", "Data"), *map(_link, LINKS[JOB])]
	fields += [
		_field("party_type", "Link", options="DocType"),
		_field("any_party", "Dynamic Link", options="party_type"),
		*(_field(name, "Table", options=ROW) for name in ("rows", "more_rows")),
		_field("other_rows", "Table", options=OTHER_ROW),
		_field("choices", "Table MultiSelect", options=CHOICE),
	]
	_make(JOB, fields, roles, autoname="prompt")


def drop_doctypes() -> None:
	"""Take them away again, with their tables."""
	for name in (JOB, ROW, OTHER_ROW, CHOICE, PARTY, PLACE):
		if frappe.db.exists("DocType", name):
			frappe.delete_doc("DocType", name, force=True)
			frappe.db.sql_ddl(f"drop table if exists `tab{name}`")


class World:
	"""One random site: a tree of places, parties, and jobs that link to them, in rows and without."""

	def __init__(self, chance: Random) -> None:
		self.chance = chance
		self.places = [f"Place {number}" for number in range(7)]
		self.parties = [f"Party {number}" for number in range(5)]
		for number, name in enumerate(self.places):
			parent = self.places[(number - 1) // 2] if number else None
			_insert(PLACE, place_name=name, parent_huf_p_place=parent, is_group=1)
		for name in self.parties:
			_insert(PARTY, party_name=name)
		self.jobs = [f"Job {number}" for number in range(24)]

	def fill(self, owners: list[str]) -> None:
		"""The jobs, as the tables hold them: also what no form would save."""
		for name in self.jobs:
			job = frappe.get_doc({"doctype": JOB, "name": name, "title": name, **self._links(JOB)})
			job.update({"party_type": PARTY, "any_party": self.chance.choice(self.parties)})
			job.owner = self.chance.choice(owners)
			job.db_insert()
			for field, table in TABLES.items():
				for number in range(self.chance.choice((0, 0, 0, 1, 2))):
					row = frappe.get_doc(
						{"doctype": table, "name": frappe.generate_hash(), **self._links(table)}
					)
					row.update({"parent": name, "parenttype": JOB, "parentfield": field, "idx": number + 1})
					# Rows that no form loads are of no matter.
					if self.chance.random() < 0.05:
						row.update({self.chance.choice(("parenttype", "parentfield")): "elsewhere"})
					row.db_insert()

	def _links(self, doctype: str) -> dict[str, Any]:
		return {field: self._value(TARGETS[field]) for field in LINKS[doctype]}

	def _value(self, target: str) -> str | None:
		if self.chance.random() < 0.6:
			return self.chance.choice((None, None, ""))
		name = self.chance.choice(self.names_of(target))
		odd = (name.upper(), f"{name} ", "gone", " ")
		return self.chance.choice(odd) if self.chance.random() < 0.08 else name

	def names_of(self, doctype: str) -> list[str]:
		"""Documents of a DocType that can be linked to."""
		users = ["Administrator", "Guest"]
		return {PLACE: self.places, PARTY: self.parties, JOB: self.jobs, "User": users}[doctype]

	def permit(self, user: str) -> list[str]:
		"""Give the user some User Permissions; what they are, for a failure."""
		told = []
		for _number in range(self.chance.choice((0, 1, 1, 2, 3, 5))):
			allow = self.chance.choice((PLACE, PLACE, PARTY, PARTY, JOB, "User"))
			values = {
				"user": user,
				"allow": allow,
				"for_value": self.chance.choice(self.names_of(allow)),
				"hide_descendants": self.chance.choice((0, 1)),
				"applicable_for": self.chance.choice((None, None, None, JOB, ROW, PARTY)),
			}
			values["apply_to_all_doctypes"] = int(not values["applicable_for"])
			values["is_default"] = int(
				not any(f"'{allow}'" in one for one in told) and self.chance.random() < 0.3
			)
			row = frappe.get_doc({"doctype": "User Permission", "name": frappe.generate_hash(), **values})
			row.db_insert()
			told.append(str(values))
		frappe.cache.hdel("user_permissions", user)
		return told


def change_meta(chance: Random, role: str) -> list[str]:
	"""Some links ignore User Permissions, and the role reads all, its own, or its own while it may select all."""
	told = []
	for doctype, fields in LINKS.items():
		for field in fields:
			ignores = int(field.startswith("silent") or chance.random() < 0.15)
			where = {"parent": doctype, "fieldname": field}
			frappe.db.set_value("DocField", where, "ignore_user_permissions", ignores)
			told += [f"{doctype}.{field} ignores"] if ignores else []
	kind = chance.choice(("all", "all", "all", "own", "own and select"))
	rows = [{"read": 1, "if_owner": int(kind != "all")}]
	rows += [{"select": 1}] if kind == "own and select" else []
	frappe.db.delete("DocPerm", {"parent": JOB, "role": role})
	for number, values in enumerate(rows):
		row = {"doctype": "DocPerm", "name": frappe.generate_hash(), "parent": JOB, "parenttype": "DocType"}
		row |= {"parentfield": "permissions", "role": role, "idx": 50 + number, "permlevel": 0}
		frappe.get_doc({**row, "read": 0, "select": 0, **values}).db_insert()
	for doctype in LINKS:
		frappe.clear_cache(doctype=doctype)
	return [*told, f"the role reads {kind}"]


def _insert(doctype: str, **values: Any) -> None:
	frappe.get_doc({"doctype": doctype, **values}).insert(ignore_permissions=True)


def _make(name: str, fields: list[dict[str, Any]], roles: tuple[str, ...], **values: Any) -> None:
	if frappe.db.exists("DocType", name):
		return
	frappe.get_doc(
		{
			"doctype": "DocType",
			"name": name,
			"module": "Custom",
			"custom": 1,
			"fields": fields,
			"permissions": [{"role": role, "read": 1} for role in ("System Manager", *roles)]
			if not values.get("istable")
			else [],
			**values,
		}
	).insert(ignore_permissions=True)


def _link(fieldname: str) -> dict[str, Any]:
	return _field(fieldname, "Link", options=TARGETS[fieldname])


def _field(fieldname: str, fieldtype: str, **values: Any) -> dict[str, Any]:
	label = fieldname.replace("_", " ").title()
	return {"fieldname": fieldname, "fieldtype": fieldtype, "label": label, **values}
