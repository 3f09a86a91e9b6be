"""The names of records in a question: which field of the records asked about leads to each."""

from huf.engine.questions.composing.asked import ASKED, Asked, NotUnderstood
from huf.engine.questions.composing.conditions import Conditions
from huf.engine.questions.composing.phrases import TRANSPARENT, Phrases
from huf.engine.questions.lexicon import IsField, IsRecord
from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import DocTypeWords, FieldWords, FoundRecord
from huf.engine.questions.wording import Role


class SeveralRecords(Exception):
	"""A name in the question may be any of :attr:`records`."""

	def __init__(self, records: tuple[FoundRecord, ...]) -> None:
		super().__init__()
		self.records = records


class Records:
	"""Adds the conditions that names of records are."""

	def __init__(
		self, described: DocTypeWords, asked: Asked, phrases: Phrases, conditions: Conditions
	) -> None:
		self.described, self.asked, self.phrases, self.conditions = described, asked, phrases, conditions

	def read(self, place: int) -> int:
		"""The place behind the name that stands here and was added, 0 for none.

		Raises:
			NotUnderstood: several fields may hold it, and none of them is the main one.
			SeveralRecords: it is the name of several records.
		"""
		found = [one.record for one in self.phrases.meanings(place) if isinstance(one, IsRecord)]
		named = [each for each in map(self._link, self.asked.links[-1:]) if each]
		usable = [
			record
			for record in found
			if self._fields_to(record.doctype) or self._party(record.doctype) or self._are_meant(record)
		]
		# A kind of things goes before the things of that kind.
		usable = [record for record in usable if not record.are_alike] or usable
		if named:
			usable = [record for record in usable if record.doctype == named[0].target] or usable
		if not usable:
			return 0
		if len({(record.doctype, record.name) for record in usable}) > 1:
			raise SeveralRecords(tuple(usable))
		record = usable[0]
		if self._are_meant(record):
			self.conditions.add(RecordCondition("name", "in", record.names), (record.title,))
			self._name_kind()
			return place + 1
		if not self._fields_to(record.doctype):
			self._add_party(record)
			return place + 1
		if named and named[0].target == record.doctype:
			link = named[0]
			self.asked.links.pop()
		else:
			link = self._main_link(record.doctype, place)
		names = record.names or (record.name,)
		condition = (
			RecordCondition(link.name, "=", names[0])
			if len(names) == 1
			else RecordCondition(link.name, "in", names)
		)
		self.conditions.add(condition, (record.title or record.name,))
		if place and "which" in self._said_before(place) and not self.asked.is_about and "." in link.name:
			self.asked.leads_row = link.name
		if record.doctype in self.described.kinds and not named:
			self._name_kind()
		after = self.phrases.next(place + 1)
		following = self.phrases.at(after, IsField)
		# “Refit project tasks”.
		return after + 1 if following and following.field == link.name else place + 1

	def _said_before(self, place: int) -> frozenset[Role]:
		"""The roles of the word before this place, over those that say nothing: “*which* of our pumps”."""
		before = place - 1
		while (
			before > 0
			and self.phrases.roles(before)
			and self.phrases.roles(before) <= TRANSPARENT - {"party"}
		):
			before -= 1
		return self.phrases.roles(before)

	def _name_kind(self) -> None:
		"""Nothing but a kind of things may say which records are asked about."""
		if not self.asked.is_about or self.asked.kinds:
			self.asked.is_about = True
			self.asked.kinds += 1

	def _add_party(self, record: FoundRecord) -> None:
		"""Whom a payment is from or to: its link may lead to records of several DocTypes."""
		if self.conditions.is_not or self.conditions.joined == "or":
			# Not of this party: of another of its kind, or of another kind?
			raise NotUnderstood
		column, kind = self._party(record.doctype)
		if "." in column and self.asked.is_one and not self.asked.roles & ASKED:
			# “Address of Acme” is told by what Acme is.
			raise NotUnderstood
		self.conditions.add(RecordCondition(column, "=", record.name), (record.title or record.name,))
		self.conditions.add(RecordCondition(kind, "=", record.doctype), (record.doctype,))

	def _are_meant(self, record: FoundRecord) -> bool:
		"""Whether the records that are asked about are those with such a name: “control cabinets without a price”."""
		return record.are_alike and record.doctype == self.described.doctype

	def _party(self, doctype: str) -> tuple[str, ...]:
		"""The columns of a dynamic link that may name a record of this DocType: its name, and its DocType."""
		return self.described.parties.get(doctype, ())

	def _link(self, name: str) -> FieldWords | None:
		found = next((each for each in self.described.fields if each.name == name), None)
		return found if found and found.kind == "link" else None

	def _fields_to(self, doctype: str) -> list[FieldWords]:
		"""Links to this DocType; to records of the same kind only if the question names the field."""
		return [
			each
			for each in self.described.fields
			if each.kind == "link"
			and each.target == doctype
			and (doctype != self.described.doctype or each.name in self.asked.links)
		]

	def _main_link(self, doctype: str, place: int) -> FieldWords:
		links = self._fields_to(doctype)
		main = [each for each in links if each.is_main] or links
		# A bill of materials of an item is the one by which it is made, and none of those that it is a part of.
		main = [each for each in main if "." not in each.name] or main
		if (place and "with" in self.phrases.roles(place - 1)) or self.phrases.say("contains"):
			# “BOMs that use a motor.”
			main = [each for each in links if "." in each.name] or main
		if len(main) != 1:
			raise NotUnderstood
		return main[0]
