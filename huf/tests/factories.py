"""Documents for tests: each function makes one, saves it and gives it back."""

from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import now

from huf.ai.site.pseudonyms import of_user


def make_role(name: str) -> str:
	"""A role of this name, new or as it is."""
	if not frappe.db.exists("Role", name):
		frappe.get_doc({"doctype": "Role", "role_name": name, "desk_access": 1}).insert(
			ignore_permissions=True
		)
	return name


def make_user(email: str, *roles: str) -> str:
	"""An enabled desk user who has exactly these roles."""
	rows = [{"role": role} for role in roles]
	# With each user that is saved Frappe notes who has to enter a password for e-mail, and forgets the whole
	# cache of the site for it: a second or two of reading DocTypes again.
	with patch("frappe.core.doctype.user.user.ask_pass_update"):
		if frappe.db.exists("User", email):
			user = frappe.get_doc("User", email)
			user.set("roles", rows)
			user.save(ignore_permissions=True)
		else:
			frappe.get_doc(
				{
					"doctype": "User",
					"email": email,
					"first_name": email.split("@")[0],
					"send_welcome_email": 0,
					"enabled": 1,
					"user_type": "System User",
					# A user without a picture makes Frappe ask gravatar.com for one: a test reaches no network.
					"user_image": "/assets/frappe/images/frappe-favicon.svg",
					"roles": rows,
				}
			).insert(ignore_permissions=True)
	frappe.clear_cache(user=email)
	return email


def make_source(name: str | None = None, **values: Any) -> Any:
	"""A Knowledge Source with the scope Site that is found by words, unless told otherwise."""
	roles = values.pop("roles", ())
	return frappe.get_doc(
		{
			"doctype": "Knowledge Source",
			"knowledge_type": "sqlite_fts",
			"source_name": name or f"Source {frappe.generate_hash(length=8)}",
			"roles": [{"role": role} for role in roles],
			**values,
		}
	).insert()


def make_text(source: Any, text: str | None = None, **values: Any) -> Any:
	"""A Knowledge Input of the type Text; without a text, one that is like no other."""
	return frappe.get_doc(
		{
			"doctype": "Knowledge Input",
			"knowledge_source": getattr(source, "name", source),
			"input_type": "Text",
			"text": text
			if text is not None
			else f"The password of the day is {frappe.generate_hash(length=12)}.",
			**values,
		}
	).insert()


def make_file(
	content: bytes | str, file_name: str | None = None, *, private: bool = True, **values: Any
) -> Any:
	"""A File of the session user with this content, really on the disk."""
	return frappe.get_doc(
		{
			"doctype": "File",
			"file_name": file_name or f"{frappe.generate_hash(length=8)}.txt",
			"is_private": int(private),
			"content": content,
			**values,
		}
	).insert()


def make_file_input(source: Any, file: Any, **values: Any) -> Any:
	"""A Knowledge Input of the type File that names this File by its address."""
	return frappe.get_doc(
		{
			"doctype": "Knowledge Input",
			"knowledge_source": getattr(source, "name", source),
			"input_type": "File",
			"file": getattr(file, "file_url", file),
			**values,
		}
	).insert()


def make_test(source: Any, **values: Any) -> Any:
	"""A Knowledge Test of the session user: some passage must say 42."""
	return frappe.get_doc(
		{
			"doctype": "Knowledge Test",
			"question": "What is the answer?",
			"knowledge_source": getattr(source, "name", source),
			"expectation": "Must Say",
			"value": "42",
			**values,
		}
	).insert()


def make_provider(name: str, **values: Any) -> Any:
	"""An AI Provider of the vendor openai, without a key."""
	return frappe.get_doc(
		{"doctype": "AI Provider", "provider_name": name, "vendor": "openai", **values}
	).insert(ignore_permissions=True)


def allow_local_models() -> None:
	"""Let models be asked on loopback, where the servers of tests are: a System Manager's word, as on a real site."""
	frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
	frappe.clear_document_cache("Agent Settings", "Agent Settings")


def make_model(name: str = "Test Chat Model", **values: Any) -> Any:
	"""An AI Model of the kind chat, with a provider that has no key."""
	if frappe.db.exists("AI Model", name):
		return frappe.get_doc("AI Model", name)
	provider = "Test Provider"
	if not frappe.db.exists("AI Provider", provider):
		make_provider(provider)
	return frappe.get_doc(
		{
			"doctype": "AI Model",
			"model_name": name,
			"provider": provider,
			"litellm_model": "test-model",
			"kind": "chat",
			**values,
		}
	).insert(ignore_permissions=True)


def make_agent(*sources: Any, **values: Any) -> Any:
	"""An Agent with these sources, each Mandatory; a dictionary gives a row's other fields too."""
	rows = [
		row if isinstance(row, dict) else {"knowledge_source": getattr(row, "name", row), "mode": "Mandatory"}
		for row in sources
	]
	return frappe.get_doc(
		{
			"doctype": "Agent",
			"agent_name": f"Agent {frappe.generate_hash(length=8)}",
			"model": make_model().name,
			"instructions": "Answer from the knowledge.",
			"knowledge": rows,
			**values,
		}
	).insert()


def make_build(source: Any, **values: Any) -> Any:
	"""A Knowledge Build row; there are no files behind it."""
	return frappe.get_doc(
		{"doctype": "Knowledge Build", "knowledge_source": getattr(source, "name", source), **values}
	).insert(set_name=frappe.generate_hash(length=16), ignore_permissions=True)


def make_run(user: str, **values: Any) -> Any:
	"""An Agent Run of this user, with one chunk."""
	return frappe.get_doc(
		{
			"doctype": "Agent Run",
			"user": user,
			"prompt": "How many days?",
			"chunks": [{"citation_number": 1, "excerpt": "Thirty days.", "origin": "Injected"}],
			"files": [{"file": "a1b2c3", "file_name": "note.txt", "used": "In Prompt"}],
			**values,
		}
	).insert(ignore_permissions=True)


def make_conversation(agent: Any, user: str, **values: Any) -> Any:
	"""An Agent Conversation of this user with this agent."""
	return frappe.get_doc(
		{"doctype": "Agent Conversation", "agent": agent.name, "user": user, "title": "Leave", **values}
	).insert(ignore_permissions=True)


def make_gap(question: str, **values: Any) -> Any:
	"""A Knowledge Gap that somebody wrote down by hand."""
	return frappe.get_doc({"doctype": "Knowledge Gap", "question": question, **values}).insert()


def make_search(searcher: str, *sources: Any, **values: Any) -> Any:
	"""An entry of the search log, of a search of this user in these sources; the user by the pseudonym unless values name one."""
	return frappe.get_doc(
		{
			"doctype": "Knowledge Search Log",
			"asked_at": now(),
			"user_hash": of_user(searcher),
			"road": "Search",
			"question": "What is a zebra?",
			"sources": [{"knowledge_source": source.name} for source in sources],
			**values,
		}
	).insert(ignore_permissions=True)


def make_proposal(user: str, source: Any, **values: Any) -> str:
	"""Two words that are proposed to this user for the glossary of a source, as the job writes them; gives the name."""
	doc = frappe.get_doc(
		{
			"doctype": "Knowledge Glossary Proposal",
			"name": frappe.generate_hash(length=10),
			"knowledge_source": getattr(source, "name", source),
			"for_user": user,
			"status": "Open",
			"term": "vendor",
			"expansion": "supplier",
			"origin": "Reworded",
			"mended": 1,
			"support": 1,
			"pair": frappe.generate_hash(length=10),
			"questions": "[]",
			**values,
		}
	)
	doc.db_insert()
	return str(doc.name)


def make_trigger(agent: Any, run_as: str, **values: Any) -> Any:
	"""An Agent Trigger that runs each day as this user."""
	return frappe.get_doc(
		{
			"doctype": "Agent Trigger",
			"trigger_name": f"Trigger {frappe.generate_hash(length=8)}",
			"agent": agent.name,
			"run_as": run_as,
			"prompt": "What is new?",
			**values,
		}
	).insert()
