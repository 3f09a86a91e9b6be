"""Why a question about many records is not answered, in words for whoever asked: a person, a program or a model."""

from dataclasses import dataclass

from huf.engine.analysis.query import echo, storable
from huf.engine.errors import HufError


class QueryRefused(HufError):
	"""The question cannot be answered as it was asked. The message says what is wrong and what can be asked instead.

	What does not exist and what the user may not read are refused in the same words.
	"""

	code = "Query Refused"
	acts = "caller"


@dataclass(frozen=True, slots=True)
class Match:
	"""A record that a text may mean."""

	name: str
	title: str


class AskBack(QueryRefused):
	"""A text in the question means no record that the user may see, or several: whoever asks has to say which."""

	code = "Ask Back"

	def __init__(self, field: str, doctype: str, text: str, matches: tuple[Match, ...], message: str) -> None:
		super().__init__(message)
		self.field = field
		"""The field whose value it is, as the question names it."""
		self.doctype = doctype
		self.text = text
		self.matches = matches
		"""What it may mean, best first; empty when nothing fits."""


def said(text: str) -> str:
	"""As much of what somebody sent as may be said again."""
	return echo(storable(text))
