"""By what a text is recognised where it was quoted: its sentences, and words that a person names.

They are what is to be removed, so they stand nowhere in plain: with the order they lie encrypted under the site's key, until it is done.
"""

import json
import re
from collections.abc import Iterable, Sequence

from frappe.utils.password import (
	get_decrypted_password,
	remove_encrypted_password,
	set_encrypted_password,
)

from huf.ai.purging import PURGE

FIELD = "needles"
SHORTEST = 25
"""Characters of a sentence that tells one text from others: about five words."""
MOST = 60
"""Sentences of a text, evenly over it. Whoever quotes it at length quotes one of them."""
LONGEST = 200
"""Characters of a needle: a database is asked for each by the whole of its text."""
SHORTEST_WORD, MOST_WORDS = 6, 20
"""Of what a person names: shorter ones stand in half of all texts."""
_SENTENCE = re.compile(r"[^\n.!?。！？]+[.!?。！？]?")


def sentences_of(texts: Iterable[str]) -> list[str]:
	"""What the passages of an input are recognised by; a short text by the whole of it."""
	whole = [text.strip() for text in texts if text.strip()]
	found = dict.fromkeys(
		sentence.strip()[:LONGEST]
		for text in whole
		for sentence in _SENTENCE.findall(text)
		if len(sentence.strip()) >= SHORTEST
	)
	if not found:
		found = dict.fromkeys(text[:LONGEST] for text in whole if len(text) >= SHORTEST_WORD)
	step = max(1, len(found) // MOST)
	return list(found)[::step][:MOST]


def keep(purge: str, needles: Sequence[str]) -> None:
	"""Remember with the order what is looked for."""
	set_encrypted_password(PURGE, purge, json.dumps(list(needles)), FIELD)


def kept(purge: str) -> list[str]:
	"""What is looked for; nothing once the purge is done."""
	text = get_decrypted_password(PURGE, purge, FIELD, raise_exception=False)
	return list(json.loads(text)) if text else []


def forget(purge: str) -> None:
	"""The purge is done."""
	remove_encrypted_password(PURGE, purge, FIELD)
