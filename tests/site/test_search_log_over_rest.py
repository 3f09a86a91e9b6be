"""The search log on a site with its web server: what is searched over HTTP stands in it, for whom, and how it is taken out."""

import secrets

import pytest

USER, OTHER, MANAGER, CUSTOMER = (
	f"log-{who}-{secrets.token_hex(4)}@example.com" for who in ("user", "other", "manager", "customer")
)
"""Who have searched for nothing yet."""
SEARCH = "huf.ai.knowledge.retriever.knowledge_search"
DELETE = "huf.huf.doctype.knowledge_search_log.knowledge_search_log.delete_my_searches"
LOG = "/api/resource/Knowledge Search Log"
MAKE = """
from huf.ai.knowledge import indexer
from huf.tests.factories import make_source, make_text
source = make_source(f"Log {word}", scope="Global")
make_text(source, f"The {word} sleeps.")
frappe.db.commit()
indexer.update_source(source.artifact_id)
result = source.name
"""
STORE = """
from huf.ai.knowledge import maintenance
maintenance.watchdog()
result = True
"""


@pytest.fixture
def people(client, make_user, python_on_site):
	"""A session for each of them."""
	make_user(USER, "Knowledge User")
	make_user(OTHER, "Knowledge User")
	make_user(MANAGER, "Knowledge Manager")
	make_user(CUSTOMER, "Knowledge Portal User")
	python_on_site(
		"frappe.db.set_value('User', who, 'user_type', 'Website User'); frappe.clear_cache(user=who)",
		who=CUSTOMER,
	)
	return {user: client(user) for user in (USER, OTHER, MANAGER, CUSTOMER)}


def seen(session, word):
	"""Questions with this word that the user is shown."""
	fields = {
		"fields": '["name", "question", "user", "road"]',
		"filters": f'[["question", "like", "%{word}%"]]',
	}
	answer = session.get(LOG, fields)
	assert answer.status_code == 200, answer.text[:2000]
	return answer.json()["data"]


def test_from_a_search_to_the_log(people, python_on_site):
	"""Searches by GET and POST, also of a website user, are in the log after the watchdog's next minute; each sees their own, a
	manager those of sources that they read, nobody those of others, and everybody deletes their own."""
	word = "quoll" + "".join(secrets.choice("bdfgklmnprst") for _letter in range(12))
	site = python_on_site(MAKE, word=word)
	for user in (USER, OTHER, CUSTOMER):
		asked = {"query": f"where does the {word} sleep", "knowledge_source": site}
		found = people[user].get(f"/api/method/{SEARCH}", asked).json()["message"]
		assert len(found["hits"]) == 1, found
	people[USER].message(SEARCH, query=f"what does the {word} eat", knowledge_source=site)
	assert seen(people[USER], word) == []
	assert python_on_site(STORE)
	assert len(seen(people[USER], word)) == 2
	assert len(seen(people[OTHER], word)) == len(seen(people[CUSTOMER], word)) == 1
	rows = seen(people[MANAGER], word)
	assert (
		len(rows) == 4
		and {row["user"] for row in rows} == {None}
		and {row["road"] for row in rows} == {"Search"}
	)
	for about, name in (("Knowledge Source", site), ("User", USER)):
		# Frappe counts what links to a document without asking for rights to it. A User is refused; by Frappe 16 with an error of its own.
		asked = {
			"doctype": about,
			"name": name,
			"items": '["Knowledge Search Source", "Knowledge Search Log"]',
		}
		answer = people[OTHER].get("/api/method/frappe.desk.notifications.get_open_count", asked)
		assert answer.status_code != 200 or not answer.json()["message"]["count"]["external_links_found"]
	(others,) = seen(people[OTHER], word)
	assert people[USER].get(f"{LOG}/{others['name']}").status_code == 403
	for user in (USER, MANAGER):
		assert people[user].session.delete(people[user].url + f"{LOG}/{others['name']}").status_code == 403
	mine = seen(people[USER], word)[0]["name"]
	assert people[USER].session.delete(people[USER].url + f"{LOG}/{mine}").status_code == 202
	assert people[USER].message(DELETE) == {"deleted": 1}
	assert people[CUSTOMER].message(DELETE) == {"deleted": 1}
	assert [row["name"] for row in seen(people[MANAGER], word)] == [others["name"]]
