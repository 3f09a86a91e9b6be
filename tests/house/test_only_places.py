"""Where a docstring or a document says "the only place", there is no other: each claim is held here, or named with who holds it."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APP = ROOT / "huf"
DULL = (ast.expr_context, ast.Name, ast.operator, ast.arg, ast.arguments, ast.alias, ast.keyword)
"""Kinds of nodes that say nothing of what is done, two thirds of all: each finder looks at what is left."""
FILES = {
	path.relative_to(APP).as_posix(): [
		node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if not isinstance(node, DULL)
	]
	for path in APP.rglob("*.py")
	if "tests" not in path.parts and not path.name.startswith("test_")
}
"""The app without its tests: the nodes of each file."""

Finder = Callable[[ast.AST], bool]


def imports(*names: str) -> Finder:
	"""Imports one of these libraries, or a part of one."""

	def found(node: ast.AST) -> bool:
		modules: list[str] = []
		if isinstance(node, ast.Import):
			modules = [alias.name for alias in node.names]
		elif isinstance(node, ast.ImportFrom) and not node.level:
			modules = [f"{node.module}.{alias.name}" for alias in node.names]
		return any(f"{module}.".startswith(f"{name}.") for module in modules for name in names)

	return found


@cache
def called(node: ast.Call) -> str:
	"""What is called, as it is written."""
	return ast.unparse(node.func)


def calls(pattern: str) -> Finder:
	"""Calls what is written so; ``pattern`` is for the whole name with its dots."""
	return lambda node: isinstance(node, ast.Call) and re.fullmatch(pattern, called(node)) is not None


def calls_about(pattern: str, subject: str) -> Finder:
	"""Calls what is written so with this text as its first argument."""

	def found(node: ast.AST) -> bool:
		return (
			calls(pattern)(node)
			and isinstance(node, ast.Call)
			and bool(node.args)
			and isinstance(first := node.args[0], ast.Constant)
			and first.value == subject
		)

	return found


@cache
def text_of(node: ast.AST) -> str:
	"""A string as it is written, with the expressions of an f-string in braces; empty for all else."""
	if isinstance(node, ast.Constant) and isinstance(node.value, str):
		return node.value
	if isinstance(node, ast.JoinedStr):
		return "".join(
			part.value if isinstance(part, ast.Constant) else "{" + ast.unparse(part.value) + "}"
			for part in node.values
			if isinstance(part, ast.Constant | ast.FormattedValue)
		)
	return ""


def writes(pattern: str) -> Finder:
	"""Has a string that says so."""
	return lambda node: re.search(pattern, text_of(node), re.IGNORECASE | re.DOTALL) is not None


def either(*finders: Finder) -> Finder:
	"""Any of these."""
	return lambda node: any(finder(node) for finder in finders)


def set_by_name(node: ast.AST) -> bool:
	"""Sets the status of a source, an input or a build by Frappe's own functions."""
	if not (isinstance(node, ast.Call) and re.fullmatch(r"frappe\.db\.set_value|\w+\.db_set", called(node))):
		return False
	said = ast.unparse(node)
	of_knowledge = "db_set" in said or re.search(r"Knowledge (Source|Input|Build)'", said)
	return bool(of_knowledge and re.search(r"'(status|state)'", said))


STATUS_IN_SQL = r"update\s+(`tabKnowledge (Source|Input|Build)`|\{by_name\(\)\}).*?\bset\b(?:(?!\bwhere\b).)*?\b(status|state)\s*="

OF_ONE_DATABASE = (
	r"\b(ifnull|if|date_sub|date_add|timestampdiff|json_(valid|value|object)|elt|row_count|group_concat|to_char)\("
	r"|\bforce index\b|\bon (duplicate key|conflict)\b|<=>|\bis (not )?distinct from\b|\b(update|insert) ignore\b|\bilike\b"
	r"|\bas (char|binary|text)\)|\bshow tables\b|\bset (session|local|statement)\b|@@"
)
"""SQL that MariaDB or PostgreSQL does not know."""
IS_SQL = r"\b(select|update|insert|delete|coalesce|cast|set)\b"

ONE_PLACE: dict[str, tuple[Finder, set[str]]] = {
	"imports LiteLLM": (imports("litellm"), {"engine/services/access.py"}),
	"reads the exceptions of openai and httpx": (
		imports("openai", "httpx"),
		{
			"engine/services/call.py",
			"engine/services/failures.py",
			# A list of models, which LiteLLM has no way to ask for at an address.
			"engine/services/listing.py",
			# Looks at each request that httpx sends, whoever made it.
			"engine/services/egress.py",
		},
	),
	"tries again by a policy": (imports("tenacity"), {"engine/services/retry.py"}),
	"asks LiteLLM for something": (
		calls(r"load_litellm"),
		{
			"engine/services/call.py",
			"engine/services/catalogue.py",
			# Loaded before a thread is started that may be left behind.
			"agent/models/client.py",
			"ai/knowledge/indexing/texts/enriching.py",
			# Loaded once for all runs of a bench.
			"ai/site/warm/server.py",
			"engine/search/steps/litellm_reranker.py",
			# What LiteLLM guessed of old model strings, written down once.
			"patches/give_providers_their_vendor.py",
		},
	),
	"makes a call of a model": (
		imports("huf.engine.services.call_model"),
		{
			"agent/models/client.py",
			"engine/embedding/litellm_embedder.py",
			"engine/search/steps/litellm_reranker.py",
		},
	),
	"puts vendor and name of a model together": (
		writes(r"\{[^{}]*vendor[^{}]*\}/\{"),
		{"engine/services/vendors.py"},
	),
	"speaks HTTP by itself": (
		imports("requests", "urllib.request", "urllib3", "aiohttp", "http.client"),
		{
			"ai/knowledge/fetch/__init__.py",
			"ai/knowledge/fetch/answer.py",
			"ai/knowledge/fetch/remote/server.py",
		},
	),
	"resolves the name of a host": (
		calls(r".*\b(getaddrinfo|gethostby\w+)"),
		{"ai/knowledge/fetch/address.py"},
	),
	"opens a socket": (
		either(calls(r"socket\.\w+"), calls(r".*create_connection")),
		{
			"ai/knowledge/fetch/address.py",
			"ai/knowledge/fetch/connection.py",
			# Between the processes of a bench, by files.
			"ai/site/warm/client.py",
			"ai/site/warm/server.py",
			# Pairs between a process and its fork, which nobody else can reach.
			"engine/reading/child.py",
			"engine/reading/forked.py",
		},
	),
	"starts a program": (
		either(imports("subprocess"), calls(r"os\.(system|popen|exec\w+|spawn\w+)")),
		{
			"ai/backups/encrypting.py",
			"ai/local_models/fetching.py",
			"engine/extractors/office/converted.py",
			"engine/ocr/tesseract.py",
			"engine/model_files/checking.py",
			"engine/pdf_pages/drawing.py",
			"ai/site/warm/client.py",
		},
	),
	"counts tokens": (
		either(imports("tiktoken"), calls(r".*\b(token_counter|encoding_for_model)")),
		set(),
	),
	"opens SQLite files": (calls(r"sqlite3\.connect"), {"engine/backends/sqlite_files.py"}),
	"makes paths of a site": (calls(r".*get_site_path|.*get_files_path"), {"ai/site/artifacts.py"}),
	"reads Agent Settings": (
		calls_about(
			r"frappe\.(get_cached_doc|get_doc|get_single|db\.get_single_value|db\.get_value)",
			"Agent Settings",
		),
		{
			"ai/site/settings.py",
			# Enters a server, as their form does.
			"ai/start/connecting.py",
			# Before the fields of today are there.
			"patches/give_providers_their_vendor.py",
		},
	),
	"opens a second connection to the database": (
		either(calls(r"get_db|frappe\.connect\w*"), imports("pymysql", "MySQLdb", "psycopg2")),
		# A command and the process of a run open their first one.
		{
			"ai/site/database/transactions.py",
			"ai/site/warm/server.py",
			"commands/site.py",
			# Of a search engine, which is another database.
			"engine/backends/search_engine/postgres/connections.py",
		},
	),
	"writes the status of a source, an input or a build": (
		either(writes(STATUS_IN_SQL), set_by_name),
		{
			"ai/knowledge/status/builds.py",
			"ai/knowledge/status/inputs.py",
			"ai/knowledge/status/outcomes.py",
			"ai/knowledge/status/sources.py",
			# That of a gap, which is named by nothing in the call.
			"ai/gaps/verifying.py",
		},
	),
	"commits: a job's step, or a command's end": (
		calls(r".*\bdb\.commit"),
		{
			"commands/models.py",
			"ai/gaps/proof.py",
			"ai/knowledge/indexer.py",
			"ai/knowledge/indexing/live/damage.py",
			"ai/knowledge/maintenance.py",
			"ai/knowledge/packs/jobs.py",
			"ai/knowledge/packs/manuals.py",
			"ai/knowledge/record_sources/purge.py",
			"ai/knowledge/searching/last_searched.py",
			"ai/learning/job.py",
			"ai/local_models/job.py",
			"ai/agent_tests/suite.py",
			"ai/quality/running.py",
			"ai/runs/background.py",
			"ai/site/database/transactions.py",
			"ai/site/warm/client.py",
			"ai/site/warm/server.py",
			"ai/triggers/following.py",
			"commands/indexes.py",
			"install.py",
			"ai/purging/indexes.py",
			"ai/purging/job.py",
		},
	),
	"becomes another user: a job, a command, or asking Frappe as somebody": (
		either(
			calls(r"frappe\.set_user"),
			lambda node: (
				isinstance(node, ast.Assign)
				and any(
					re.fullmatch(r".*session\.user|.*local\.session", ast.unparse(target))
					for target in node.targets
				)
			),
		),
		{
			"ai/access/impersonation.py",
			"ai/gaps/noting.py",
			"ai/gaps/proof.py",
			"ai/knowledge/following/jobs.py",
			"ai/knowledge/indexer.py",
			"ai/learning/job.py",
			"ai/knowledge/indexing/live/merging.py",
			"ai/knowledge/indexing/texts/scans.py",
			"ai/knowledge/listings/jobs.py",
			"ai/agent_tests/suite.py",
			"ai/quality/running.py",
			"ai/runs/background.py",
			"ai/triggers/firing.py",
			"ai/triggers/following.py",
			"ai/site/warm/server.py",
			"commands/indexes.py",
			"commands/packs.py",
			"ai/purging/job.py",
		},
	),
	"puts a job into the queue": (
		calls(r"(frappe\.)?(enqueue|enqueue_doc|enqueue_create_notification)"),
		{
			# All work on a source.
			"ai/site/queueing.py",
			# Tests of a source or an agent, which wait for no work on a source.
			"ai/agent_tests/suite.py",
			"ai/quality/running.py",
			# What a manager's words are learnt from is no work on the source either.
			"ai/learning/job.py",
			# What has no source: rights to records, a gap, a run, a trigger.
			"ai/access/records/asked_ahead.py",
			"ai/gaps/noting.py",
			"ai/gaps/proof.py",
			"ai/gaps/searches.py",
			"ai/runs/background.py",
			"ai/triggers/firing.py",
		},
	),
	"reads the header of a request by itself": (
		either(calls(r"frappe\.get_request_header"), writes(r"^Authorization$")),
		# The others write the header of a request of their own.
		{"ai/assistants/endpoints.py", "ai/knowledge/fetch/remote/webdav.py", "engine/services/listing.py"},
	),
	"reads the marks of citations": (
		writes(r"\[[^\]]*\\?\[[^\]]*【[^\]]*\][^【]*\\d"),
		{"engine/prompt/untrusted.py"},
	),
	"writes the schema of a tool that searches": (
		writes(r"^(knowledge_search|Search only this source\.|Keywords or a question)"),
		{"engine/tools/knowledge.py"},
	),
	"decides which sources answer": (
		lambda node: (
			isinstance(node, ast.Attribute)
			and isinstance(node.ctx, ast.Load)
			and node.attr in ("is_in_general_search", "answers_by_name")
		),
		{"ai/access/scopes/resolver.py"},
	),
	"applies rights to what was found": (
		imports("huf.ai.access.records.inputs.InputRights"),
		# A passage that is read on is one that a search found. What narrows a search asks the same rules beforehand, and judges nothing.
		{
			"ai/access/records/prefilters.py",
			# A pack has what its maker would find.
			"ai/knowledge/packs/making.py",
			"ai/knowledge/retriever.py",
			"ai/knowledge/searching/reading_on.py",
			# What of two builds a person is told is what they may read now.
			"ai/knowledge/versions/comparing.py",
		},
	),
	"knows on which database a site is": (
		either(
			lambda node: bool(
				re.search(OF_ONE_DATABASE, text_of(node))
				and re.search(IS_SQL, text_of(node))
				and "\n\n" not in text_of(node)
			),
			lambda node: isinstance(node, ast.Attribute) and node.attr == "db_type",
		),
		{
			"ai/site/database/dialect.py",
			# Of MariaDB alone, which limits the length of a statement.
			"huf/doctype/knowledge_input/knowledge_input.py",
		},
	),
	"searches one build": (
		imports("huf.engine.search.one_source.SourceSearch"),
		{"engine/search/several_sources.py"},
	),
}
"""What is done in one room, and who does it. Another one is added on purpose, with the reason beside it."""


def those_who(finder: Finder) -> set[str]:
	"""The files that do it."""
	return {name for name, nodes in FILES.items() if any(map(finder, nodes))}


CLAIM = re.compile(
	r"\b(?:the|is|are) (?:only|one) (?:place|room|module)s?\b|\bin one place\b|\bnowhere else\b|\bonly way (?:in|to)\b",
	re.IGNORECASE,
)
"""How such a sentence is written, in code and in documents."""

NOT_OF_CODE = ""
HELD_BY: dict[str, list[str]] = {
	"CONTRIBUTING.md": ["tests/house/test_only_places.py::test_every_claim_has_a_test"],
	"SECURITY.md": ["puts vendor and name of a model together"],
	"docs/answers.md": ["tests/engine/answers/test_sentences.py::test_what_states_something"],
	"docs/architecture.md": ["applies rights to what was found", "counts tokens"],
	"docs/jobs.md": ["writes the status of a source, an input or a build", "makes paths of a site"],
	"docs/mcp.md": ["reads the header of a request by itself"],
	"huf/ai/access/scopes/resolver.py": ["decides which sources answer"],
	"huf/ai/knowledge/fetch/address.py": ["resolves the name of a host"],
	"huf/ai/knowledge/retriever.py": ["applies rights to what was found"],
	"huf/ai/knowledge/status/__init__.py": ["writes the status of a source, an input or a build"],
	"huf/ai/runs/prompt/knowledge.py": ["tests/house/test_only_places.py::test_knowledge_of_a_run"],
	"huf/ai/site/artifacts.py": ["makes paths of a site"],
	"huf/ai/site/database/dialect.py": ["knows on which database a site is"],
	"huf/ai/site/settings.py": ["reads Agent Settings"],
	"huf/ai/site/database/transactions.py": ["opens a second connection to the database"],
	"huf/engine/backends/sqlite_files.py": ["opens SQLite files"],
	"huf/engine/prompt/citations.py": ["reads the marks of citations"],
	"huf/engine/search/several_sources.py": ["searches one build"],
	"huf/engine/services/access.py": ["imports LiteLLM"],
	"huf/engine/services/call.py": ["asks LiteLLM for something"],
	"huf/engine/services/egress.py": ["tests/ai/test_trust_boundary.py::test_"],
	"huf/engine/services/retry.py": ["tries again by a policy"],
	"huf/engine/services/scrub.py": ["tests/engine/models/test_scrub.py::test_nobody_else_scrubs"],
	"huf/engine/services/vendors.py": ["puts vendor and name of a model together"] * 2,
	"huf/engine/tokens.py": ["counts tokens"],
	"huf/engine/types.py": [NOT_OF_CODE],
	"huf/public/js/answer_text.js": ["tests/house/test_only_places.py::test_one_room_shows_answers"],
}
"""What holds the claims of each file, in their order: a line of the table above, another test, or nothing, where the words
say something of a text and not of the code."""


def claims() -> Iterator[tuple[str, int]]:
	"""The files that make claims, and how many."""
	paths = [
		*APP.rglob("*.py"),
		*APP.rglob("*.js"),
		*(ROOT / "docs").rglob("*.md"),
		*ROOT.glob("*.md"),
	]
	for path in sorted(paths):
		name = path.relative_to(ROOT).as_posix()
		if "tests" in path.parts or name == "CHANGELOG.md":
			continue
		# A sentence may be broken over two lines.
		if count := len(CLAIM.findall(" ".join(path.read_text("utf-8").split()))):
			yield name, count


def test_every_claim_has_a_test() -> None:
	"""Who writes "the only place" says here what finds the others."""
	assert dict(claims()) == {name: len(tests) for name, tests in HELD_BY.items()}
	for test in {test for tests in HELD_BY.values() for test in tests} - {NOT_OF_CODE} - ONE_PLACE.keys():
		path, _, name = test.partition("::")
		assert f"def {name}" in (ROOT / path).read_text("utf-8"), test


IN_THE_DESK = {
	r"class AnswerText|new huf\.desk\.AnswerText|class=\"huf-answer": {"public/js/answer_text.js"},
	# The numbers that no passage has are named above an answer, too.
	r"desk\.MARKERS": {"public/js/answer.js", "public/js/answer_text.js"},
	r"frappe\.markdown|markdownit|showdown|\bmarked\(": set(),
	r"huf\.desk\.answer\(": {
		"public/js/ask_dialog.js",
		"huf/doctype/agent/agent.js",
		"huf/doctype/agent_run/agent_run.js",
		"public/js/chat/turn.js",
	},
}
"""What shows an answer in the desk, and the files that have it."""


@pytest.mark.parametrize("pattern", IN_THE_DESK)
def test_one_room_shows_answers(pattern: str) -> None:
	"""The page Ask, the form of a run and the dialogs Run and Ask this Record show an answer by one function; nobody else shows any."""
	having = {
		path.relative_to(APP).as_posix()
		for path in APP.rglob("*.js")
		if re.search(pattern, path.read_text("utf-8"))
	}
	assert having == IN_THE_DESK[pattern]


def test_knowledge_of_a_run() -> None:
	"""In a run, one module searches for its user; the files that are attached to its question are searched by theirs."""
	search = imports("huf.ai.knowledge.retriever", "huf.ai.knowledge.searching", "huf.engine.search")
	assert {name for name in those_who(search) if name.startswith("ai/runs/")} == {
		"ai/runs/prompt/knowledge.py",
		"ai/runs/files/store.py",
	}


@pytest.mark.parametrize(
	("what", "code"),
	[
		("imports LiteLLM", "def f():\n\tfrom litellm.exceptions import Timeout"),
		("asks LiteLLM for something", "load_litellm().model_cost"),
		("makes a call of a model", "from huf.engine.services import Access, call_model"),
		("puts vendor and name of a model together", "f'{provider.vendor}/{name}'"),
		("speaks HTTP by itself", "from urllib.request import urlopen"),
		("starts a program", "os.popen('x')"),
		("reads Agent Settings", "frappe.db.get_single_value('Agent Settings', 'x')"),
		("opens a second connection to the database", "get_db(user='x')"),
		(
			"writes the status of a source, an input or a build",
			"sql('update `tabKnowledge Source` set x = 1, status = %s where name = %s')",
		),
		(
			"writes the status of a source, an input or a build",
			"sql(f'update {by_name()} set status = %s where {x}')",
		),
		(
			"writes the status of a source, an input or a build",
			"frappe.db.set_value('Knowledge Build', n, {'state': 'Live'})",
		),
		(
			"commits: a job's step, or a command's end",
			"frappe.local.db.commit()",
		),
		("becomes another user: a job, a command, or asking Frappe as somebody", "frappe.session.user = 'x'"),
		("puts a job into the queue", "frappe.enqueue('x')"),
		("decides which sources answer", "SCOPES['User'].answers_by_name"),
		("reads the marks of citations", "re.compile(r'[\\[【](\\d+)]')"),
	],
)
def test_another_one_is_found(what: str, code: str) -> None:
	"""What does the same in other words is seen, in whatever file it stands."""
	assert any(map(ONE_PLACE[what][0], ast.walk(ast.parse(code))))


@pytest.mark.parametrize(
	"code",
	[
		"sql('update `tabKnowledge Source` set x = 1 where status = %s')",
		"sql('select name from `tabKnowledge Input` where status = 1')",
		"frappe.db.set_value('Knowledge Gap', n, {'status': 'Open'})",
	],
)
def test_statuses_that_are_read(code: str) -> None:
	"""Who only asks for a status, or writes that of something else, writes none of these."""
	finder, _files = ONE_PLACE["writes the status of a source, an input or a build"]
	assert not any(map(finder, ast.walk(ast.parse(code))))


@pytest.mark.parametrize("what", ONE_PLACE)
def test_nobody_else(what: str) -> None:
	"""Those who do it are those that are listed, and who is listed does it."""
	finder, allowed = ONE_PLACE[what]
	assert those_who(finder) == allowed, what
