"""The page /knowledge over HTTP: who gets it, what a hit leads to, and what nobody learns from it."""

import os
import re
import secrets
import time
from typing import Any

import pytest

CUSTOMER = "portal-customer@example.com"
STRANGER = "portal-stranger@example.com"
WITHOUT_ROLE = "portal-nobody@example.com"
SEARCH = "huf.ai.knowledge.retriever.knowledge_search"
WORD = "numbat" + "".join(secrets.choice("bdfgklmnprst") for _letter in range(12))
SECRET = "Internal " + WORD
MAKE = """
def links(user):
	name = f"Portal {user}"
	if not frappe.db.exists("Help Category", {"category_name": name}):
		frappe.get_doc({"doctype": "Help Category", "category_name": name}).insert()
	return [{"link_doctype": "Help Category", "link_name": frappe.db.get_value("Help Category", {"category_name": name})}]

addresses = {}
for user in users:
	email = [{"email_id": user, "is_primary": 1}]
	frappe.get_doc({"doctype": "Contact", "first_name": user, "email_ids": email, "links": links(user)}).insert()
	address = frappe.get_doc({"doctype": "Address", "address_title": f"{word} {user}", "address_type": "Billing",
		"address_line1": "1", "city": "Bern", "country": "Switzerland", "links": links(user)})
	addresses[user] = address.insert(ignore_links=True).name

frappe.db.delete("Web Form", {"doc_type": "Address"})
form = frappe.get_doc({"doctype": "Web Form", "title": f"Addresses {word}", "doc_type": "Address", "module": "Website",
	"published": 1, "login_required": 1,
	"web_form_fields": [{"fieldname": "address_title", "fieldtype": "Data", "label": "Title"}]}).insert()

def source(name, **values):
	return frappe.get_doc({"doctype": "Knowledge Source", "source_name": name, "description": "What the tests know.",
		"knowledge_type": "sqlite_fts", **values}).insert().name

def add(source, **values):
	frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, **values}).insert()

own = source(f"Open {word}", scope="Global", answers_website_users=1, selectors=[
	{"selector_type": "DocType", "document_type": "Address", "filters": f'[["address_title", "like", "{word}%"]]'}])
urls = {}
for is_private in (0, 1):
	file = frappe.get_doc({"doctype": "File", "file_name": f"{word}-{is_private} #1.txt", "is_private": is_private,
		"content": f"A {word} file {is_private}."}).insert()
	urls[is_private] = file.file_url
	add(own, input_type="File", file=file.file_url)
add(own, input_type="Text", title="Opening hours", text=f"{word} is open at nine.")
hidden = source(secret, scope="Site")
add(hidden, input_type="Text", title=secret, text=f"{word} is not for customers.")
result = {"sources": [own, hidden], "addresses": addresses, "form": form.route, "urls": urls}
"""
STATUS = """
result = all(frappe.db.get_value("Knowledge Source", name, "status") == "Ready" for name in names) and not frappe.db.count(
	"Knowledge Input", {"knowledge_source": ("in", names), "status": ("in", ("Pending", "Processing"))}
) and frappe.db.count("Knowledge Input", {"knowledge_source": names[0]}) == 5
"""
DISABLE = 'frappe.db.set_value("Knowledge Source", name, "disabled", is_off)'


@pytest.fixture(scope="module")
def sessions(make_user: Any, client: Any) -> dict[str | None, Any]:
	"""Two customers, somebody without a role of huf, and a Guest."""
	make_user(CUSTOMER, "Knowledge Portal User")
	make_user(STRANGER, "Knowledge Portal User")
	make_user(WITHOUT_ROLE)
	return {user: client(user) for user in (CUSTOMER, STRANGER, WITHOUT_ROLE, None)}


@pytest.fixture(scope="module")
def made(sessions: Any, python_on_site: Any) -> Any:
	"""Addresses of both, files and a text in a source for customers; and a source that is not for them. Not yet indexed."""
	return python_on_site(MAKE, users=[CUSTOMER, STRANGER], word=WORD, secret=SECRET)


@pytest.fixture
def knowledge(made: Any, workers: Any, python_on_site: Any) -> Any:
	"""The same, indexed."""
	end = time.monotonic() + 300
	with workers(1):
		while not python_on_site(STATUS, names=made["sources"]):
			assert time.monotonic() < end
			time.sleep(0.5)
	return made


def page(session: Any, query: str = "") -> Any:
	return session.session.get(f"{session.url}/knowledge{query}", allow_redirects=False, timeout=60)


def found(session: Any, query: str = WORD, **values: Any) -> dict[str, dict[str, Any]]:
	"""The hits of a search, by title, as the page asks for them."""
	return {hit["title"]: hit for hit in session.message(SEARCH, query=query, top_k=10, **values)["hits"]}


def test_a_guest_is_sent_to_the_login(sessions, knowledge, python_on_site):
	"""With the words, so that they are searched for afterwards; never with an answer, nor with a word about what there is."""
	guest = sessions[None]
	answer = page(guest, f"?q={WORD}%20%3Cb%3E")
	assert answer.status_code == 302 and WORD in answer.headers["Location"]
	assert answer.headers["Location"] == (f"/login?redirect-to=%2Fknowledge%3Fq%3D{WORD}%2520%253Cb%253E")
	assert answer.text == "" and "no-store" in answer.headers["Cache-Control"]
	refused = guest.call(SEARCH, query=WORD)
	assert refused.status_code == 403
	python_on_site(DISABLE, name=knowledge["sources"][0], is_off=1)
	again = page(guest)
	assert (again.status_code, again.text) == (302, "")
	again = guest.call(SEARCH, query=WORD)
	# Frappe 16 tells a guest no exception.
	told = [answer.json().get("exception") for answer in (again, refused)]
	assert again.status_code == 403 and told[0] == told[1]
	python_on_site(DISABLE, name=knowledge["sources"][0], is_off=0)


def test_who_has_nothing_there(sessions, knowledge):
	"""A plain sentence without the role, and no entry in the portal's menu; with it the box and the entry."""
	nobody, customer = page(sessions[WITHOUT_ROLE]), page(sessions[CUSTOMER])
	assert nobody.status_code == customer.status_code == 200
	assert "huf-no-sources" in nobody.text and "huf-portal-search" not in nobody.text
	assert 'href="/knowledge"' not in nobody.text and 'href="/knowledge"' in customer.text
	assert "huf-portal-search" in customer.text and "huf-no-sources" not in customer.text
	assert sessions[WITHOUT_ROLE].message(SEARCH, query=WORD)["hits"] == []
	for answer in (nobody, customer):
		assert WORD not in answer.text
		# Nothing of the desk is loaded.
		assert not re.search(r'src="[^"]*desk\.bundle', answer.text)


def test_each_finds_what_is_theirs(sessions, knowledge):
	"""The own address with its page, files and texts that are for all; neither the other's record nor what is for the desk."""
	for user, other in ((CUSTOMER, STRANGER), (STRANGER, CUSTOMER)):
		session, hits = sessions[user], found(sessions[user])
		(record,) = (hit for title, hit in hits.items() if user in title)
		assert not [title for title in hits if other in title or title == SECRET]
		assert record["url"].startswith(f"/{knowledge['form']}/") and record["metadata"] == {}
		opened = session.session.get(session.url + record["url"], timeout=60)
		assert opened.status_code == 200 and WORD in opened.text
		assert sessions[other].get(record["url"]).status_code == 403
		# A text that came as a private file answers, and its file stays where it is.
		assert hits["Opening hours"]["url"] == ""
		(public,) = (hit for hit in hits.values() if "file 0" in hit["text"])
		(private,) = (hit for hit in hits.values() if "file 1" in hit["text"])
		assert (public["url"], private["url"]) == (knowledge["urls"]["0"], "")
		assert session.get(knowledge["urls"]["1"].replace("#", "%23")).status_code == 403
		# What is counted for the filters of the page is the same.
		facets = repr(session.message(SEARCH, query=WORD, facets=1)["facets"])
		assert other not in facets and SECRET not in facets and f"Open {WORD}" in facets
		# A source that is not theirs sounds like one that does not exist.
		asked = [
			session.message(SEARCH, query=WORD, knowledge_source=name) for name in (SECRET, "No Such Source")
		]
		assert all(not answer["hits"] for answer in asked)
		reasons = [answer["skipped"][0]["reason"].replace(SECRET, "No Such Source") for answer in asked]
		assert reasons[0] == reasons[1]


def test_what_is_switched_off_and_what_is_too_long(sessions, knowledge, python_on_site):
	"""A disabled source answers nothing at once; a query without an end and one that is no text are refused with a sentence."""
	customer = sessions[CUSTOMER]
	python_on_site(DISABLE, name=knowledge["sources"][0], is_off=1)
	assert found(customer) == {} and page(customer).status_code == 200
	python_on_site(DISABLE, name=knowledge["sources"][0], is_off=0)
	refused = customer.call(SEARCH, query=f"{WORD} " * 20_000)
	assert refused.status_code == 400 and "at most 10,000" in refused.text
	assert page(customer, f"?q={'a' * 3_000}").status_code == 200
	assert page(customer, "?q=%ff%00%22%3E%3Cscript%3E").status_code == 200
	assert "<script>" not in page(customer, "?q=%22%3E%3Cscript%3Ehuf").text.partition("?q=")[2]


def test_a_login_leads_where_it_did(client):
	"""Who has only this role keeps Frappe's own first page."""
	session = client(None)
	answer = session.post("/api/method/login", {"usr": CUSTOMER, "pwd": os.environ["HUF_ADMIN_PASSWORD"]})
	assert answer.status_code == 200 and answer.json()["home_page"] == "/me"
