"""A glossary that a site learns: what its people call things, proposed to a person with the questions that it would mend.

A proposal is made for one user and with their rights alone, and nobody else sees it: it has words of texts, and names questions, that *this*
user may read. ``questions`` has what was asked, ``texts`` what is written, ``labels`` what Frappe calls things; ``job`` puts them
together and tries what comes of it, ``proposals`` writes it down, ``deciding`` tells it and does what a person decides.
"""

import frappe

PROPOSAL = "Knowledge Glossary Proposal"
OPEN, ACCEPTED, REFUSED = "Open", "Accepted", "Refused"


def forget_source(source: str) -> None:
	"""A source is being deleted, and what was learnt of it with it."""
	frappe.db.delete(PROPOSAL, {"knowledge_source": source})
