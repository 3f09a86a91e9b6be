"""Knowledge gaps on a site: noted, merged, answered, verified, indexed, asked again; and who may do what."""

import threading
from typing import Any
from unittest.mock import patch

import frappe
from frappe.desk.form import assign_to

from huf.ai import answers
from huf.ai.agent_integration import run_agent_sync
from huf.ai.feedback import rate_run
from huf.ai.gaps import feedback, noting, proof
from huf.ai.knowledge import indexer, maintenance
from huf.ai.site import queueing
from huf.ai.site.database.transactions import own_transaction
from huf.huf.doctype.knowledge_gap.knowledge_gap import ask_gap_again, dismiss_gap, verify_gap
from huf.tests.agent_site import delete_runs, model_of, model_server
from huf.tests.base import CommittingTestCase
from huf.tests.factories import make_agent, make_model, make_run, make_source, make_text, make_user
from huf.tests.runs.test_agent_runs import HOTEL, LEAVE, QUESTION, USER, AgentTestCase

MANAGER = "gaps-manager@example.com"
EXPERT = "gaps-expert@example.com"
ASKED = "How long is the warranty of the Zirconia pump?"


def gaps_of(agent: str) -> list[Any]:
	"""All committed gaps of an agent."""
	with own_transaction():
		return frappe.get_all(
			"Knowledge Gap", filters={"agent": agent}, fields=["*"], order_by="creation asc"
		)


def forget(*questions: str) -> None:
	"""Delete the committed gaps of these questions that were asked without an agent."""
	with own_transaction():
		keys = [noting.gap_fingerprint(question, "") for question in questions]
		frappe.db.delete("Knowledge Gap", {"fingerprint": ("in", keys)})


class TestNoting(AgentTestCase):
	def setUp(self) -> None:
		super().setUp()
		patcher = patch.object(noting, "enqueue")
		self.enqueue = patcher.start()
		self.addCleanup(patcher.stop)

	def tearDown(self) -> None:
		with own_transaction():
			frappe.db.delete("Knowledge Gap", {"agent": ("in", [*self.agents, ""])})
		super().tearDown()

	def ask(self, agent: Any, prompt: str, answer: str = "I do not know.", **options: Any) -> Any:
		with model_of(agent, model_server.answer(answer)):
			return run_agent_sync(agent.name, prompt, user=USER, **options)

	def test_nothing_found_is_a_gap(self) -> None:
		"""A question without any hit becomes one gap however it is worded, with neither the user's name nor passages."""
		agent = self.agent(self.source(LEAVE))
		self.ask(agent, "Zirconia warranty pump?")
		self.ask(agent, "The warranty of the zirconia PUMP?")
		(gap,) = gaps_of(agent.name)
		self.assertEqual(
			(gap.question, gap.questions), ("Zirconia warranty pump?", "The warranty of the zirconia PUMP?")
		)
		self.assertEqual((gap.status, gap.reason, gap.times_asked), ("Open", "No Hit", 2))
		self.assertLessEqual(gap.first_asked_at, gap.last_asked_at)
		self.assertNotIn(USER, frappe.as_json(gap))
		self.assertEqual(self.enqueue.call_count, 1)

	def test_an_answer_that_found_nothing_is_a_gap(self) -> None:
		"""The token of the answer decides, not its words; an answer that was found makes no gap."""
		agent = self.agent(self.source(LEAVE))
		self.ask(agent, "How many days of leave do robots have?", "[[NOT FOUND]] The passages do not say it.")
		self.ask(agent, QUESTION, "Not found? No: twenty-five days [1].")
		(gap,) = gaps_of(agent.name)
		self.assertEqual((gap.question, gap.reason), ("How many days of leave do robots have?", "Not Found"))

	def test_what_is_no_gap(self) -> None:
		"""Agents that say so, sources that could not be searched, personal sources and a run without knowledge note nothing."""
		silent = self.agent(self.source(LEAVE), collect_gaps=0)
		self.ask(silent, ASKED)
		broken = self.source(LEAVE)
		frappe.db.set_value("Knowledge Source", broken.name, "disabled", 1)
		partly = self.agent(self.source(HOTEL), broken)
		self.ask(partly, ASKED)
		with self.acting_as(USER):
			own = self.source(LEAVE, scope="User")
		nothing = self.agent()
		self.ask(nothing, "Hello there")
		self.assertIsNone(noting.note_gap(ASKED, noting.NO_HIT, silent.name, sources=[own.name]))
		# What is asked of the source about a record is for those who may read that.
		of_record = self.source(HOTEL).name
		frappe.db.set_value("Knowledge Source", of_record, "scope", "Record")
		self.assertIsNone(noting.note_gap(ASKED, noting.NO_HIT, silent.name, sources=[own.name, of_record]))
		self.assertIsNone(noting.note_gap(" ?! ", noting.NO_HIT, silent.name))
		for agent in (silent, partly, nothing):
			self.assertEqual(gaps_of(agent.name), [])

	def test_a_gap_that_cannot_be_noted_costs_no_answer(self) -> None:
		"""When the gap cannot be written the run still gives its answer, and the Error Log says why."""
		agent = self.agent(self.source(LEAVE))
		before = frappe.db.count("Error Log")
		with patch.object(noting, "_upsert", side_effect=RuntimeError("full")):
			result = self.ask(agent, ASKED)
		self.assertEqual((result.status, result.text), ("Success", "I do not know."))
		self.assertEqual(frappe.db.count("Error Log"), before + 1)

	def test_the_answer_api_notes_gaps(self) -> None:
		"""Without an agent a question without hits, or without an answer in its hits, is noted; Agent Settings switch it off."""
		lender = self.agent()
		frappe.db.set_single_value("Agent Settings", "answer_model", lender.model)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		robots = "Which leave do robots have?"
		source = self.source(LEAVE)
		forget(ASKED, robots)
		self.addCleanup(forget, ASKED, robots)
		self.addCleanup(delete_runs, "")
		with model_of(lender, *[model_server.answer("[[NOT FOUND]] Robots.")] * 2), self.acting_as(USER):
			answers.answer(ASKED, sources=source.name)
			answers.answer(robots, sources=source.name)
			frappe.db.set_single_value("Agent Settings", "collect_gaps", 0)
			frappe.clear_document_cache("Agent Settings", "Agent Settings")
			answers.answer(ASKED, sources=source.name)
		with own_transaction():
			found = dict(
				frappe.get_all(
					"Knowledge Gap",
					filters={"question": ("in", [ASKED, robots])},
					fields=["reason", "times_asked"],
					as_list=True,
				)
			)
		self.assertEqual(found, {"No Hit": 1, "Not Found": 1})

	def test_many_at_once_make_one_gap(self) -> None:
		"""Eight connections that ask the same at the same moment make one gap that was asked eight times."""
		agent = self.agent()
		site, names = frappe.local.site, []

		def note() -> None:
			frappe.init(site)
			frappe.connect()
			try:
				with patch.object(noting, "TRIES", 20):
					names.append(noting.note_gap(ASKED, noting.NO_HIT, agent.name))
			finally:
				frappe.destroy()

		threads = [threading.Thread(target=note) for _ in range(8)]
		for thread in threads:
			thread.start()
		for thread in threads:
			thread.join(120)
		(gap,) = gaps_of(agent.name)
		self.assertEqual((gap.times_asked, set(names)), (8, {gap.name}))

	def test_when_a_gap_opens_again(self) -> None:
		"""A proven gap opens again for an answer that did not help, not for one without hits; a dismissed one stays."""
		agent = self.agent()
		name = noting.note_gap(ASKED, noting.NO_HIT, agent.name)
		for status, reason, after in (
			("Proven", noting.NO_HIT, "Proven"),
			("Proven", noting.NOT_FOUND, "Open"),
			("Proven", noting.THUMBS_DOWN, "Open"),
			("Dismissed", noting.THUMBS_DOWN, "Dismissed"),
			("Answered", noting.NOT_FOUND, "Answered"),
		):
			with own_transaction():
				frappe.db.set_value("Knowledge Gap", name, "status", status)
			noting.note_gap(ASKED, reason, agent.name)
			self.assertEqual(gaps_of(agent.name)[0].status, after)


class TestAnswering(CommittingTestCase):
	"""From a person's answer to knowledge, with a real index."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		make_user(MANAGER, "Knowledge Manager")
		make_user(EXPERT, "Knowledge User")
		make_model()
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		for name in ("queue_update", "queue_rebuild"):
			patcher = patch.object(queueing, name)
			patcher.start()
			self.addCleanup(patcher.stop)
		patcher = patch.object(proof, "enqueue")
		self.enqueue = patcher.start()
		self.addCleanup(patcher.stop)
		self.source = make_source()
		make_text(self.source, LEAVE)
		with patch.object(noting, "enqueue"):
			self.gap = noting.note_gap(ASKED, noting.NO_HIT)
		frappe.db.commit()

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Gap", self.gap, force=True)
		frappe.delete_doc("Knowledge Source", self.source.name, force=True, ignore_missing=True)
		# Frappe's own line in the feed about a deleted input; another test counts what deleting leaves.
		frappe.db.delete("Comment", {"reference_doctype": "Knowledge Input", "comment_type": "Deleted"})
		frappe.db.commit()
		super().tearDown()

	def answered(self, text: str = "Three years; List<Part> a < b are not covered.", **values: Any) -> Any:
		"""The gap with an answer that the manager typed."""
		with self.acting_as(MANAGER):
			doc = frappe.get_doc("Knowledge Gap", self.gap)
			doc.update({"answer": text, "knowledge_source": self.source.name, **values})
			doc.save()
		frappe.db.commit()
		return doc

	def verified(self) -> Any:
		with self.acting_as(MANAGER):
			made = verify_gap(self.gap)
		frappe.db.commit()
		return frappe.get_doc("Knowledge Input", made["knowledge_input"])

	def index(self) -> None:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)

	def row(self) -> Any:
		frappe.db.commit()
		return frappe.db.get_value("Knowledge Gap", self.gap, "*", as_dict=True)

	def test_a_verified_answer_is_found(self) -> None:
		"""Typed, verified, indexed, asked again: the answer is an input as it was typed, and it is proven with its rank."""
		doc = self.answered()
		self.assertEqual((doc.status, doc.answered_by), ("Answered", MANAGER))
		self.assertEqual(frappe.db.count("Knowledge Input", {"knowledge_source": self.source.name}), 1)
		made = self.verified()
		self.assertEqual(
			(made.input_type, made.title, made.text, made.author),
			("Gap Answer", ASKED, f"{ASKED}\n\n{doc.answer}", MANAGER),
		)
		self.assertEqual((self.row().status, self.row().verified_by), ("Verified", MANAGER))
		proof.prove_waiting()
		self.assertEqual(self.row().status, "Verified")
		self.enqueue.reset_mock()
		self.index()
		self.assertEqual(self.enqueue.call_args.args, ("huf.ai.gaps.proof.prove_waiting",))
		proof.prove_waiting()
		row = self.row()
		self.assertEqual((row.status, row.proof_rank, row.proof_note), ("Proven", 1, None))
		self.assertTrue(row.proof_at)

	def test_the_watchdog_asks_again_too(self) -> None:
		"""A proof that was never queued is queued within a minute, and nothing is queued when nothing waits."""
		self.answered()
		self.verified()
		with patch.object(indexer, "announce"):
			self.index()
		self.enqueue.reset_mock()
		maintenance.watchdog()
		self.assertEqual(self.enqueue.call_count, 1)
		proof.prove_waiting()
		self.enqueue.reset_mock()
		maintenance.watchdog()
		self.assertEqual(self.enqueue.call_count, 0)

	def test_a_proof_that_breaks_keeps_no_other_waiting(self) -> None:
		"""When asking fails, the gap says so, the Error Log has it, and it does not wait any more."""
		self.answered()
		self.verified()
		self.index()
		with patch.object(proof, "_asked_again", side_effect=RuntimeError("no disk")):
			proof.prove_waiting()
		row = self.row()
		self.assertEqual((row.status, row.proof_rank), ("Not Found Again", 0))
		self.assertIn("Error Log", row.proof_note)

	def test_a_changed_answer_has_to_be_verified_again(self) -> None:
		"""Until then the old one is found; then the same input holds the new one."""
		self.answered("Three years.")
		made = self.verified()
		self.index()
		proof.prove_waiting()
		doc = self.answered("Four years.")
		self.assertEqual((doc.status, doc.verified_by, doc.proof_rank), ("Answered", None, 0))
		self.assertIn("Three", frappe.db.get_value("Knowledge Input", made.name, "text"))
		with self.acting_as(MANAGER), self.assertRaisesRegex(frappe.ValidationError, "Verify it first"):
			ask_gap_again(self.gap)
		again = self.verified()
		self.assertEqual((again.name, again.status), (made.name, "Pending"))
		self.assertIn("Four", again.text)
		self.index()
		with self.acting_as(MANAGER):
			self.assertEqual(ask_gap_again(self.gap)["status"], "Proven")

	def test_an_answer_that_is_not_found_says_what_to_do(self) -> None:
		"""When other texts come first, or the input is disabled or gone, the gap says so and what helps."""
		for number in range(proof.FIRST):
			make_text(self.source, f"Zirconia pump warranty: how long? Zirconia pump warranty {number}.")
		self.answered("Three years. " + " ".join(f"Clause {number} holds." for number in range(100)))
		made = self.verified()
		self.index()
		with self.acting_as(MANAGER):
			told = ask_gap_again(self.gap)
		self.assertEqual((told["status"], told["proof_rank"]), ("Not Found Again", 0))
		self.assertIn("in these words", told["proof_note"])
		made.reload()
		made.disabled = 1
		made.save()
		with self.acting_as(MANAGER):
			self.assertIn("disabled", ask_gap_again(self.gap)["proof_note"])
		frappe.delete_doc("Knowledge Input", made.name)
		row = self.row()
		self.assertEqual((row.status, row.knowledge_input, row.verified_by), ("Answered", None, None))

	def test_who_verifies(self) -> None:
		"""An expert with whom a gap is shared answers it and verifies nothing; a manager does, if they may write the source."""
		with self.acting_as(EXPERT):
			self.assertFalse(frappe.has_permission("Knowledge Gap", "read", doc=self.gap))
		frappe.share.add_docshare("Knowledge Gap", self.gap, EXPERT, read=1, write=1)
		frappe.db.set_value("Knowledge Gap", self.gap, "knowledge_source", self.source.name)
		before = self.source.name
		with self.acting_as(EXPERT):
			self.assertEqual(frappe.get_list("Knowledge Gap", pluck="name"), [self.gap])
			doc = frappe.get_doc("Knowledge Gap", self.gap)
			doc.update({"answer": "Three years.", "knowledge_source": None})
			doc.save()
			for method in (verify_gap, ask_gap_again, dismiss_gap):
				self.assertRaises(frappe.PermissionError, method, self.gap)
				self.assertRaises(frappe.PermissionError, method, "No Such Gap")
		row = self.row()
		self.assertEqual((row.answered_by, row.status), (EXPERT, "Answered"))
		self.assertEqual(row.knowledge_source, before, "where an answer goes is a manager's to say")
		with self.acting_as(EXPERT):
			own = make_source(scope="User")
		frappe.db.commit()
		self.addCleanup(frappe.delete_doc, "Knowledge Source", own.name, force=True)
		frappe.db.set_value("Knowledge Gap", self.gap, "knowledge_source", own.name)
		with self.acting_as(MANAGER), self.assertRaisesRegex(frappe.PermissionError, "Choose another"):
			verify_gap(self.gap)
		self.assertEqual(frappe.db.count("Knowledge Input", {"knowledge_source": own.name}), 0)

	def test_nobody_makes_or_changes_a_verified_answer_by_hand(self) -> None:
		"""An input of this type comes from verifying alone, and its text and type stay as they were verified."""
		with self.assertRaisesRegex(frappe.ValidationError, "verified answers of Knowledge Gaps"):
			make_text(self.source, "Made up.", input_type="Gap Answer")
		self.answered()
		made = self.verified()
		for values in ({"text": "Ten years."}, {"title": "Ten years"}, {"input_type": "Text", "text": "x"}):
			made.reload()
			made.update(values)
			with self.assertRaisesRegex(frappe.ValidationError, "verify it there"):
				made.save()
		text = make_text(self.source, "Ten years.")
		text.input_type = "Gap Answer"
		self.assertRaises(frappe.ValidationError, text.save)

	def test_what_the_server_writes_cannot_be_claimed(self) -> None:
		"""A form that sends a status, a verifier, an input or another question changes none of them."""
		made = make_text(self.source, "Not from this gap.")
		with self.acting_as(MANAGER):
			doc = frappe.get_doc("Knowledge Gap", self.gap)
			claimed = {"status": "Proven", "verified_by": MANAGER, "times_asked": 99}
			doc.update({**claimed, "knowledge_input": made.name, "fingerprint": "x"})
			doc.save()
			doc.question = "Something else?"
			self.assertRaises(frappe.ValidationError, doc.save)
		row = self.row()
		self.assertEqual((row.status, row.times_asked, row.knowledge_input), ("Open", 1, None))
		self.assertEqual(row.fingerprint, noting.gap_fingerprint(ASKED, ""))

	def test_what_cannot_be_verified(self) -> None:
		"""Without an answer, without a source, and when the source holds the very text, nothing is made and it says why."""
		with self.acting_as(MANAGER):
			with self.assertRaisesRegex(frappe.ValidationError, "no answer to verify"):
				verify_gap(self.gap)
		self.answered("Three years.", knowledge_source=None)
		with self.acting_as(MANAGER), self.assertRaisesRegex(frappe.ValidationError, "Choose the knowledge"):
			verify_gap(self.gap)
		self.answered("Three years.")
		twin = make_text(self.source, f"{ASKED}\n\nThree years.")
		frappe.db.commit()
		with self.acting_as(MANAGER), self.assertRaisesRegex(frappe.ValidationError, "already in"):
			verify_gap(self.gap)
		frappe.db.rollback()
		self.assertEqual((self.row().status, self.row().knowledge_input), ("Answered", None))
		frappe.delete_doc("Knowledge Input", twin.name)

	def test_assigning_and_dismissing(self) -> None:
		"""A gap is assigned like any document and makes a ToDo; dismissed, it stays so until somebody answers it."""
		assign_to.add({"doctype": "Knowledge Gap", "name": self.gap, "assign_to": [EXPERT]})
		todo = {"reference_type": "Knowledge Gap", "reference_name": self.gap, "allocated_to": EXPERT}
		self.assertTrue(frappe.db.exists("ToDo", todo))
		self.assertTrue(frappe.has_permission("Knowledge Gap", "read", doc=self.gap, user=EXPERT))
		with self.acting_as(MANAGER):
			self.assertEqual(dismiss_gap(self.gap), {"status": "Dismissed"})
		self.assertEqual(self.answered().status, "Answered")

	def test_gaps_outlive_their_sources(self) -> None:
		"""A source is deleted although gaps name it; their answers wait to be verified for another one."""
		self.answered()
		self.verified()
		frappe.delete_doc("Knowledge Source", self.source.name)
		row = self.row()
		self.assertEqual((row.status, row.knowledge_source, row.knowledge_input), ("Answered", None, None))
		self.source = make_source()
		self.answered()
		self.assertEqual(self.verified().knowledge_source, self.source.name)

	def test_feedback_is_counted_where_it_belongs(self) -> None:
		"""A vote counts once on the inputs that the run cites, moves when it is changed, and a bad one makes a gap."""
		question = "Do robots get leave, too?"
		forget(question)
		self.addCleanup(forget, question)
		cited, other = make_text(self.source), make_text(self.source)
		chunks = [
			{"citation_number": number, "cited": number == 1, "knowledge_input": row.name, "excerpt": "x"}
			for number, row in ((1, cited), (2, other), (3, cited))
		]
		run = make_run(EXPERT, status="Success", prompt=question, chunks=chunks, files=[]).name
		frappe.db.commit()
		self.addCleanup(frappe.delete_doc, "Agent Run", run, force=True)

		def rated(vote: str) -> list[tuple[int, int]]:
			with self.acting_as(EXPERT):
				rate_run(run, vote)
			feedback.on_rated(run)
			frappe.db.commit()
			return [
				frappe.db.get_value("Knowledge Input", row.name, ["helpful", "not_helpful"])
				for row in (cited, other)
			]

		gap = {"fingerprint": noting.gap_fingerprint(question, "")}
		self.assertEqual(rated("Up"), [(1, 0), (0, 0)])
		self.assertFalse(frappe.db.exists("Knowledge Gap", gap))
		self.assertEqual(rated("Down"), [(0, 1), (0, 0)])
		frappe.db.commit()
		told = frappe.db.get_value("Knowledge Gap", gap, ["reason", "times_asked"])
		self.assertEqual(told, ("Thumbs Down", 1))
		self.assertEqual(rated(""), [(0, 0), (0, 0)])

	def test_a_bad_answer_that_is_no_gap(self) -> None:
		"""A thumbs down writes nothing down that an answer without passages would not either: what was asked about a record, of chosen sources or
		of personal ones alone, or was made of a document."""
		with self.acting_as(EXPERT):
			own = make_source(scope="User")
		agent, personal = make_agent(self.source), make_agent(own)
		frappe.db.commit()

		def take_away() -> None:
			delete_runs(agent.name, personal.name)
			frappe.db.delete("Knowledge Gap", {"agent": ("in", [agent.name, personal.name])})
			for doc in (agent, personal, own):
				frappe.delete_doc(doc.doctype, doc.name, force=True)
			frappe.db.commit()

		self.addCleanup(take_away)

		def gaps_after(of: Any, **values: Any) -> int:
			run = make_run(
				EXPERT, agent=of.name, status="Success", prompt=ASKED, feedback="Down", files=[], **values
			)
			feedback.on_rated(run.name)
			frappe.db.commit()
			return len(gaps_of(of.name))

		for values in (
			{"reference_doctype": "ToDo", "reference_name": "of a colleague"},
			{"only_sources": '["Handbook"]'},
			{"untrusted_text": 1},
		):
			self.assertEqual(gaps_after(agent, **values), 0, values)
		self.assertEqual(gaps_after(personal), 0)
		self.assertEqual(gaps_after(agent), 1)

	def test_a_new_gap_is_seen_by_the_site_rules(self) -> None:
		"""Assignment rules and notifications see a new gap as a saved document, and nobody who asked stands in them."""
		seen = []
		with patch.object(
			frappe.model.document.Document,
			"run_method",
			lambda doc, method, *a, **k: seen.append((method, frappe.session.user)),
		):
			noting.announce(self.gap)
		self.assertIn(("on_update", "Administrator"), seen)
		self.assertIn(("after_insert", "Administrator"), seen)

	def test_a_gap_that_a_manager_writes(self) -> None:
		"""A manager may write a question down themselves; the same question twice is refused with words."""
		with self.acting_as(MANAGER):
			with self.assertRaisesRegex(frappe.UniqueValidationError, "a knowledge gap already"):
				frappe.get_doc({"doctype": "Knowledge Gap", "question": ASKED.upper()}).insert()
			frappe.db.rollback()
			made = frappe.get_doc(
				{
					"doctype": "Knowledge Gap",
					"question": "Is a < b & c?",
					"status": "Proven",
					"times_asked": 7,
				}
			).insert()
		self.assertEqual((made.question, made.status, int(made.times_asked)), ("Is a < b & c?", "Open", 0))
		frappe.db.rollback()
