"""What a company calls things, learnt from its own questions and texts.

Four roads lead to a :class:`Candidate`, a word and what else it may be called: abbreviations that texts define
(:func:`abbreviations`), questions that were asked again in other words (:func:`rewordings`), words of questions that go with
words of their answers (:func:`associations`), and lists that somebody else has, such as labels that were renamed
(:func:`listed`); :func:`candidates` goes along all of them. A candidate is no more than a guess. :func:`replay` asks the questions that are there with it and without it, and what is left are
those that mend some and harm none. Nothing here changes a glossary.
"""

from huf.engine.learning.abbreviations import Abbreviation, abbreviations, defined
from huf.engine.learning.associations import Pair, associations
from huf.engine.learning.candidates import Candidate, Origin, listed
from huf.engine.learning.gathering import Text, candidates
from huf.engine.learning.replay import Change, Found, Proposal, Question, replay
from huf.engine.learning.rewordings import Rewording, rewordings

__all__ = [
	"Abbreviation",
	"Candidate",
	"Change",
	"Found",
	"Origin",
	"Pair",
	"Proposal",
	"Question",
	"Rewording",
	"Text",
	"abbreviations",
	"associations",
	"candidates",
	"defined",
	"listed",
	"replay",
	"rewordings",
]
