"""What an Agent, an AI Model and an AI Provider accept."""

from typing import Any

import frappe

from huf.tests import factories as make
from huf.tests.base import SiteTestCase


def row(source: Any, **values: Any) -> dict[str, Any]:
	"""One row of an agent's knowledge."""
	return {"knowledge_source": source.name, "mode": "Optional", **values}


class TestAgent(SiteTestCase):
	"""Validation of the agent and its knowledge."""

	def test_defaults(self) -> None:
		"""A row that says nothing has the defaults of the requirements."""
		agent = make.make_agent({"knowledge_source": make.make_source().name})
		(knowledge,) = agent.knowledge
		values = knowledge.mode, knowledge.priority, knowledge.max_chunks, knowledge.token_budget
		self.assertEqual(values, ("Mandatory", 0, 0, 2000))
		self.assertEqual((agent.iteration_limit, agent.on_knowledge_failure), (5, "Continue"))

	def test_limits(self) -> None:
		"""Iterations, temperature, chunks and tokens out of range are refused; the edges are accepted."""
		source = make.make_source()
		make.make_agent(row(source, max_chunks=20), iteration_limit=10, temperature=2)
		self.assertEqual(make.make_agent(row(source, max_chunks=0)).knowledge[0].max_chunks, 0)
		for values in (
			{"iteration_limit": 11},
			{"iteration_limit": 0},
			{"temperature": 2.1},
			{"temperature": -1},
		):
			with self.subTest(values=values):
				self.assertRaises(frappe.ValidationError, make.make_agent, **values)
		for values in ({"max_chunks": -1}, {"max_chunks": 21}, {"token_budget": 0}):
			with self.subTest(values=values), self.assertRaisesRegex(frappe.ValidationError, "Row 1"):
				make.make_agent(row(source, **values))

	def test_number_of_sources(self) -> None:
		"""An agent has at most as many sources as Agent Settings allow, and each source once."""
		sources = [make.make_source() for _ in range(11)]
		make.make_agent(*sources[:10])
		with self.assertRaisesRegex(frappe.ValidationError, "11"):
			make.make_agent(*sources)
		with self.assertRaisesRegex(frappe.ValidationError, "twice"):
			make.make_agent(sources[0], sources[0])

	def test_model(self) -> None:
		"""An agent speaks through a model of the kind chat."""
		other = make.make_model("Test Embedding Model", kind="embedding")
		with self.assertRaisesRegex(frappe.ValidationError, "embedding"):
			make.make_agent(model=other.name)

	def test_output_schema(self) -> None:
		"""The schema is that of an object; an empty one is none, and text that is no JSON is refused."""
		self.assertIsNone(make.make_agent(output_schema=" \n").output_schema)
		schema = '{"type": "object", "properties": {"a": {"type": "string", "description": "a < b"}}}'
		name = make.make_agent(output_schema=schema).name
		self.assertEqual(frappe.db.get_value("Agent", name, "output_schema"), schema)
		for broken in ("{", "[]", '{"type": "string"}'):
			self.assertRaises(frappe.ValidationError, make.make_agent, output_schema=broken)

	def test_instructions_are_kept_as_they_were_typed(self) -> None:
		"""Tags and comparisons in the instructions are not cleaned away."""
		text = "Answer in <answer> tags if a < b.\n<script>"
		name = make.make_agent(instructions=text).name
		self.assertEqual(frappe.db.get_value("Agent", name, "instructions"), text)


class TestModels(SiteTestCase):
	"""Models and providers."""

	def test_model_string(self) -> None:
		"""A model is one word; space around it is taken off."""
		self.assertEqual(make.make_model("A", litellm_model=" x-1 ").litellm_model, "x-1")
		self.assertRaises(frappe.ValidationError, make.make_model, "B", litellm_model="two words")

	def test_api_key_is_not_in_the_row(self) -> None:
		"""A key is kept encrypted, and what a reader of the document gets is not the key."""
		provider = make.make_provider("Keyed", api_key="sk-secret-1234")
		self.assertNotIn("secret", frappe.db.get_value("AI Provider", provider.name, "api_key"))
		self.assertNotIn("secret", frappe.as_json(frappe.get_doc("AI Provider", provider.name).as_dict()))
		self.assertEqual(provider.get_password("api_key"), "sk-secret-1234")

	def test_api_base(self) -> None:
		"""The address of a service is http or https."""
		for address in ("file:///etc/passwd", "localhost:8000"):
			with self.assertRaises(frappe.ValidationError):
				make.make_provider("Odd", api_base=address)
