"""What every test on a site gets: the site, sessions, workers, code in Frappe, a browser.

The runner (scripts/site_ring) starts the servers and describes them in environment variables. Without these
nothing in this folder is collected, and pytest says so.
"""

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scripts.site_ring.processes import Started
from tests.site import warm
from tests.site.profiles import Profiles

collect_ignore_glob = [] if os.environ.get("HUF_SITE") else ["test_*.py", "*/test_*.py", "*/*/test_*.py"]

CHROMIUM = os.environ.get("HUF_CHROMIUM", "/usr/bin/chromium")
CHROMIUM_FLAGS = (
	"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
	"--disable-component-update --disable-sync"
).split()


def pytest_report_header() -> str:
	"""Say which site is tested, or why none is."""
	site = os.environ.get("HUF_SITE")
	if not site:
		return "tests/site: left out, no site is described in HUF_SITE; run `make test-site`"
	return f"site: {site} at {os.environ['HUF_SITE_URL']}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
	"""A test of the desk that fails tells what its pages say: a message that was not expected explains most failures."""
	report = yield
	if report.when == "call" and report.failed and "desk" in getattr(item, "fixturenames", ()):
		from tests.site import browser as pages

		report.sections.append(("on the screen", pages.on_screen()))
	return report


@dataclass(frozen=True)
class Site:
	"""Where the running site is. Ports are TCP ports on 127.0.0.1."""

	name: str
	second: str
	url: str
	admin_password: str
	sites_dir: Path
	bench: Path
	logs: Path
	redis_port: int
	db_port: int

	@property
	def folder(self) -> Path:
		"""The folder of the first site, with its private files."""
		return self.sites_dir / self.name


@pytest.fixture(scope="session")
def site() -> Site:
	"""The running site."""
	env = os.environ
	return Site(
		name=env["HUF_SITE"],
		second=env["HUF_SITE_2"],
		url=env["HUF_SITE_URL"],
		admin_password=env["HUF_ADMIN_PASSWORD"],
		sites_dir=Path(env["HUF_SITES_DIR"]),
		bench=Path(env["HUF_BENCH"]),
		logs=Path(env["HUF_LOGS"]),
		redis_port=int(env["HUF_REDIS_PORT"]),
		db_port=int(env["HUF_DB_PORT"]),
	)


@pytest.fixture(scope="session")
def python_on_site(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
	"""`python_on_site(code, user="Administrator", on=None, **values)`: run code in Frappe, in a new process.

	The values are variables of the code, which finds `frappe` too and may set `result` (JSON). It is committed
	at the end. An exception in it fails the test with its traceback. `on` names another site.
	"""
	folder = tmp_path_factory.mktemp("python-on-site")
	script = Path(__file__).with_name("in_frappe.py")

	def run(code: str, *, user: str = "Administrator", on: str | None = None, **values: Any) -> Any:
		answer, said = folder / "answer.json", folder / "said"
		answer.unlink(missing_ok=True)
		said.unlink(missing_ok=True)
		order = {
			"site": on or site.name,
			"user": user,
			"values": values,
			"code": code,
			"answer": str(answer),
		}
		(folder / "order.json").write_text(json.dumps(order))
		command = [sys.executable, str(script), str(folder / "order.json")]
		with said.open("ab") as output:
			code_of_exit = warm.Popen(command, cwd=site.sites_dir, env=os.environ, stdout=output).wait(300)
		assert code_of_exit == 0, f"the code on the site failed:\n{said.read_text()}"
		return json.loads(answer.read_text())

	return run


@pytest.fixture(scope="session")
def make_user(site: Site, python_on_site: Callable[..., Any]) -> Callable[..., str]:
	"""`make_user(email, *roles, on=None)`: a desk user with exactly these roles and the administrator's password."""

	def make(email: str, *roles: str, on: str | None = None) -> str:
		# Not asked who has to enter a password for e-mail, for which Frappe forgets the whole cache of the site.
		code = """
from unittest.mock import patch
doc = (frappe.get_doc("User", email) if frappe.db.exists("User", email)
	else frappe.get_doc({"doctype": "User", "email": email, "first_name": email.split("@")[0],
		"send_welcome_email": 0, "user_type": "System User", "user_image": image}))
doc.set("roles", [{"role": role} for role in roles])
doc.flags.ignore_password_policy = True
doc.new_password = password
with patch("frappe.core.doctype.user.user.ask_pass_update"):
	doc.save()
"""
		# A user without a picture makes Frappe ask gravatar.com for one: a test reaches no network.
		image = "/assets/frappe/images/frappe-favicon.svg"
		values = {"email": email, "roles": roles, "password": site.admin_password, "image": image}
		python_on_site(code, on=on, **values)
		return email

	return make


@pytest.fixture(scope="session")
def client(site: Site) -> Callable[..., Any]:
	"""`client(user="Administrator", on=None)`: a session over HTTP; user None is a guest. See rest.Client."""
	from tests.site.rest import Client

	def make(user: str | None = "Administrator", *, on: str | None = None) -> Client:
		session = Client(site.url, on or site.name)
		return session.login(user, site.admin_password) if user else session

	return make


@pytest.fixture
def workers(
	site: Site, request: pytest.FixtureRequest
) -> Callable[..., AbstractContextManager[list[Started]]]:
	"""`with workers(2, queues="short,default,long") as running:` starts RQ workers and ends them, by id.

	Each has `.pid`, `.kill()` (with the job it runs) and `.log`. A cold one imports everything by itself, as on a bench.
	"""

	@contextlib.contextmanager
	def start(
		count: int = 1, *, queues: str = "short,default,long", cold: bool = False
	) -> Iterator[list[Started]]:
		command = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe", "worker", "--queue", queues]
		running: list[Started] = []
		try:
			for number in range(count):
				log = site.logs / f"worker-{re.sub(r'[^a-zA-Z0-9]+', '-', request.node.name)}-{number}.log"
				how: dict[str, Any] = {"log": log, "cwd": site.sites_dir, "env": os.environ}
				if not cold:
					how["popen"] = warm.Popen
				running.append(Started(f"worker {number}", command, **how))
			yield running
		finally:
			for worker in running:
				worker.stop()

	return start


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""Where screenshots go: $HUF_SCREENSHOTS, else a temporary folder."""
	folder = Path(os.environ.get("HUF_SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
	folder.mkdir(parents=True, exist_ok=True)
	return folder


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
	"""Playwright's synchronous API."""
	from playwright.sync_api import sync_playwright

	with sync_playwright() as started:
		yield started


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
	"""A Chromium that keeps nothing; `desk` is quicker."""
	started = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=CHROMIUM_FLAGS)
	yield started
	started.close()


@pytest.fixture(scope="session")
def profiles(site: Site, playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profiles]:
	"""Chromium for `desk`, which keeps the scripts of the desk as it compiled them."""
	lent = Profiles(playwright, CHROMIUM, CHROMIUM_FLAGS, tmp_path_factory.mktemp("profiles"), site.url)
	yield lent
	lent.close()


FORGET_LISTS = """
frappe.db.delete("__UserSettings", {"user": who})
for key in frappe.cache.hkeys("_user_settings"):
	name = key.decode() if isinstance(key, bytes) else key
	if name.endswith(f"::{who}"):
		frappe.cache.hdel("_user_settings", name)
"""
"""Filters and columns of lists that the desk keeps for a user: what one test filters by would hide the documents of the next."""


@pytest.fixture
def desk(
	site: Site,
	profiles: Profiles,
	python_on_site: Callable[..., Any],
	screenshots: Path,
	request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Any]]:
	"""`desk(user="Administrator", path=None)`: a logged-in Playwright page without filters of lists, at that address of the desk if one is given.

	Errors in the page fail the test.
	"""
	from tests.site import browser as pages

	opened: list[Any] = []
	errors: list[str] = []
	lent = contextlib.ExitStack()

	def open_desk(user: str = "Administrator", path: str | None = None) -> Any:
		context = lent.enter_context(profiles.lend())
		context.set_default_timeout(pages.SLOW_MS)
		opened.append(context)
		page = context.new_page()
		page.on("pageerror", lambda error: errors.append(f"{page.url}: {error.stack or error}"))
		pages.watch(page)
		answer = context.request.post("/api/method/login", form={"usr": user, "pwd": site.admin_password})
		assert answer.ok, f"login of {user}: {answer.status} {answer.text()[:500]}"
		python_on_site(FORGET_LISTS, who=user)
		if path:
			pages.visit(page, path)
		return page

	with lent:
		yield open_desk
		name = re.sub(r"[^a-zA-Z0-9]+", "-", request.node.name)
		for number, context in enumerate(opened):
			for page in context.pages[1:]:  # the first is the browser's own
				page.screenshot(path=str(screenshots / f"{name}-{number}.png"))
	# Charts of Frappe's own pages raise it when a window changes its size while they move; huf's own are drawn without moving.
	# One of a report may be heard of only on the page after it, whose address keeps the filters of the report.
	of_frappe = re.compile(
		r"/(query-report/[^ ]+|[^ ]+\?from_date=[^ ]+|(app|desk)/knowledge): .*boundDrawFn", re.DOTALL
	)
	errors = [error for error in errors if not of_frappe.search(error)]
	assert not errors, f"the page raised: {errors}"
