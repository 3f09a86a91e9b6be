"""Users and documents of the browser tests. A test gets a source of its own, named after it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.model_server import ModelServer

try:
	from playwright.sync_api import expect

	from tests.site.browser import SLOW_MS

	expect.set_options(timeout=SLOW_MS)  # a desk on a busy machine takes seconds to load
except ImportError:  # without the site ring's tools nothing of this folder is run
	pass

SWITCH_OFF = """
result = frappe.get_all("Knowledge Source", filters={"disabled": 0}, pluck="name")
frappe.db.sql("update `tabKnowledge Source` set disabled = 1")
"""
SWITCH_ON = """
frappe.db.sql("update `tabKnowledge Source` set disabled = 0 where name in %s", (names or [""],))
"""
NOTHING_YET = """
result = {
	"AI Model": frappe.get_all("AI Model", {"kind": "chat", "disabled": 0}, pluck="name"),
	"Agent": frappe.get_all("Agent", {"disabled": 0}, pluck="name"),
}
for doctype, names in result.items():
	for name in names:
		frappe.db.set_value(doctype, name, "disabled", 1)
for name in frappe.get_all("Knowledge Source", {"is_sample": 1}, pluck="name"):
	frappe.delete_doc("Knowledge Source", name)
frappe.db.set_single_value("Agent Settings", "answer_model", "")
frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
frappe.clear_document_cache("Agent Settings", "Agent Settings")
"""
AS_BEFORE = """
for name in frappe.get_all("AI Model", {"litellm_model": "loopback-start"}, pluck="name"):
	frappe.db.set_value("AI Model", name, "disabled", 1)
for doctype, names in before.items():
	for name in names:
		frappe.db.set_value(doctype, name, "disabled", 0)
for name in frappe.get_all("Knowledge Source", {"is_sample": 1}, pluck="name"):
	frappe.delete_doc("Knowledge Source", name)
"""
FREE_NAME = """
taken = {*frappe.get_all("Knowledge Source", pluck="name"), *frappe.get_all("Agent", pluck="name")}
result = next(n for n in [name, *(f"{name} {k}" for k in range(2, 1000))] if n not in taken)
"""
MAKE_SOURCE = """
doc = frappe.get_doc({"doctype": "Knowledge Source", "source_name": name, "description": "What the tests know.",
	"knowledge_type": "sqlite_fts", **values})
doc.insert()
for text in texts:
	frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": doc.name, "input_type": "Text", **text}).insert()
result = doc.name
"""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
	"""Tell as fully of a test that passed only at the second attempt as of one that failed, and name it last."""
	failed = {report.nodeid for kind in ("failed", "error") for report in terminalreporter.getreports(kind)}
	unsteady = [report for report in terminalreporter.getreports("rerun") if report.nodeid not in failed]
	for report in unsteady:
		terminalreporter.write_sep("_", f"first attempt of {report.nodeid}")
		terminalreporter.write_line(report.longreprtext)
		for title, text in report.sections:
			terminalreporter.write_sep("-", title)
			terminalreporter.write_line(text)
	for report in unsteady:
		problem = report.longrepr.reprcrash.message if hasattr(report.longrepr, "reprcrash") else ""
		terminalreporter.write_line(f"UNSTEADY {report.nodeid} - {problem}".splitlines()[0])


@pytest.fixture(scope="session")
def manager(make_user: Callable[..., str]) -> str:
	"""A desk user who looks after the knowledge of the site."""
	return make_user("mina@example.com", "Knowledge Manager")


@pytest.fixture
def free_name(python_on_site: Callable[..., Any]) -> Callable[..., str]:
	"""`free_name("Handbook")`: that name, with a number if a source or an agent has it already.

	Nothing is deleted: each deleted input would queue a job of Frappe's before those that a test waits for.
	"""

	def find(name: str) -> str:
		return python_on_site(FREE_NAME, name=name)

	return find


@pytest.fixture
def make_source(
	python_on_site: Callable[..., Any], manager: str, free_name: Callable[..., str]
) -> Callable[..., str]:
	"""`make_source(name, texts=[{"text": …}], user=…, scope=…)`: a source as the manager makes it; its name."""

	def make(name: str, texts: list[dict[str, str]] | None = None, user: str = manager, **values: Any) -> str:
		name = free_name(name)
		return python_on_site(MAKE_SOURCE, user=user, name=name, texts=texts or [], values=values)

	return make


@pytest.fixture
def chat_model(python_on_site: Callable[..., Any]) -> Iterator[str]:
	"""Name of an AI Model whose provider is a server of ours on loopback, spoken to over HTTP."""
	with ModelServer(auto=True) as server:
		python_on_site(
			"""
frappe.db.set_single_value("Agent Settings", "local_model_servers", "127.0.0.1")
frappe.clear_document_cache("Agent Settings", "Agent Settings")
if not frappe.db.exists("AI Provider", "Loopback"):
	frappe.get_doc({"doctype": "AI Provider", "provider_name": "Loopback", "vendor": "openai",
		"api_key": "none"}).insert()
provider = frappe.get_doc("AI Provider", "Loopback")
provider.api_base = api_base
provider.save()
if not frappe.db.exists("AI Model", "Loopback Chat"):
	frappe.get_doc({"doctype": "AI Model", "model_name": "Loopback Chat", "provider": "Loopback",
		"litellm_model": "loopback", "kind": "chat", "input_price": 1, "output_price": 2}).insert()
""",
			api_base=server.api_base,
		)
		yield "Loopback Chat"


@pytest.fixture
def nothing_yet(python_on_site: Callable[..., Any]) -> Iterator[None]:
	"""A site where no model answers, no agent is there and no sample is loaded, as after the installation; afterwards as it was."""
	before = python_on_site(NOTHING_YET)
	yield
	python_on_site(AS_BEFORE, before=before)


@pytest.fixture(scope="module")
def other_sources_off(python_on_site: Any) -> Iterator[None]:
	"""The sources of other tests are switched off: those found by meaning too have something for every question."""
	others = python_on_site(SWITCH_OFF)
	yield
	python_on_site(SWITCH_ON, names=others)
