"""What a language says around the names of things."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Role = Literal[
	"small",  # says nothing about which records are meant
	"is",
	"whether",  # begins a question that is answered by yes or no
	"with",
	"list",
	"which",
	"count",
	"much",
	"sum",
	"avg",
	"highest",
	"lowest",
	"newest",
	"oldest",
	"top",
	"best",  # of records that have no number of their own: the biggest customer is the one with the most revenue
	"group",
	"not",
	"without",
	"nothing",  # besides ``not``: no part of it
	"and",
	"or",
	"more",
	"less",
	"at_least",
	"at_most",
	"between",
	"negative",  # less than 0
	"since",
	"before",
	"after",
	"until",
	"from",
	"worth",
	"all",
	"mine",
	"own",  # made by whoever asks
	"who",  # did what was said, without a field that would know
	"assigned",  # to whoever asks
	"one",  # of what is highest or newest no more than one, if its name is in the singular
	"traded",  # sold or bought
	"dated",  # of that day, and not since it
	"reaching",  # until the day that follows, if another word began the period; before a single day alone it is not understood
	"onward",  # behind days: and all later ones
	"backward",  # behind days: and all earlier ones
	"versus",  # between two periods: this month against the last one
	"quantity",  # pieces are asked for, and no money
	"party",  # asks for people or companies: “who owes us money”
	"fresh",  # made in the days that are named, if there are any: “new customers this month”
	"priced",  # at the end of a question about what is sold: it asks for a price
	"ours",  # of the company that asks: “our customers”, “the customers that we have”
	"month",
	"quarter",
	"year",
	"monthly",
	"quarterly",
	"yearly",
	"asserts",  # says of what was named before that it is so: of all of them, that is a question of yes or no where a verb need not begin it
	"must",  # says nothing, but at the beginning of a question, which then asks for a rule: “must every invoice be signed”
	"gone",  # of a date: it is over
	"longest",  # of what has lasted, what began first
	"several",  # more than one
	"exactly",
	"single",  # exactly one
	"change",  # how much more or less there is of something than there was
	"share",  # what percentage of something a part of it is
	"verb",  # besides ``small``: behind it stands what is true of the part, in a question for a share
	"contains",  # of what stands in the rows of a document: “BOMs that use a motor”
	"opaque",  # asks for what no list of records tells: why something is so, what a word means
]
ROLES: tuple[Role, ...] = get_args(Role)

DateWord = Literal[
	"today",
	"yesterday",
	"tomorrow",
	"this",
	"last",
	"next",
	"past",
	"ahead",  # of so many, where a language has another form for them than for “next” alone
	"running",  # the current one, if nothing behind it says another: “du mois”
	"older",  # than so many days; or so for more than these
	"lasting",  # so for so many days: of what has not happened in these
	"before_yesterday",
	"after_tomorrow",
	"this_year",  # where that is one word: “heuer”
	"last_year",
	"last_month",
	"last_week",
	"day",
	"week",
	"month",
	"quarter",
	"year",
	"half_year",  # as a length of time
	"fiscal_year",
	"first",
	"second",
	"third",
	"fourth",
]


@dataclass(frozen=True, slots=True)
class Wording:
	"""The tables of one language. Words are given in one form each; a stemmer finds the others."""

	roles: Mapping[Role, tuple[str, ...]]
	"""Phrases; one may stand under several roles. ``=`` in front, here and in the tables below: in this form alone."""
	months: tuple[tuple[str, ...], ...]
	"""Twelve, each with its short forms. With a capital letter if it is another word in small letters: May."""
	weekdays: tuple[tuple[str, ...], ...]
	"""Seven from Monday on, each with its short forms."""
	dates: Mapping[DateWord, tuple[str, ...]]
	"""Words before the unit or the number that they belong to: *last* month, the *last* 30 days."""
	states: Mapping[str, tuple[str, ...]]
	"""Words for the state of a record, by a key that vocabularies use; it is also the English option that is meant where a
	vocabulary says nothing else."""
	totals: Mapping[str, tuple[str, ...]]
	"""Words for numbers, by a key that vocabularies use."""
	date_fields: Mapping[str, tuple[str, ...]]
	"""Words for a date of a record, by a key that vocabularies use."""
	doctypes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""What people call a DocType besides its name. Of several DocTypes with a word, the first is meant before the others."""
	kinds: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
	"""What people call those records of a DocType that are in a state, by the DocType and the key of the state: credit notes are invoices."""
	labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""What people call a field besides its label, by the label as this language has it: *state* for Status."""
	details: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""Words for what stands on records of a DocType, by it: whoever asks for the e-mail address of a customer means a Contact."""
	dates_behind: Mapping[DateWord, tuple[str, ...]] = field(default_factory=dict)
	"""Words for ``this``, ``last`` and ``next`` that stand behind the unit, for ``past`` and ``ahead`` behind a number or its unit: le mois
	*dernier*, les 30 *derniers* jours, les 7 jours *à venir*."""
	date_links: Mapping[Literal["month", "year"], tuple[str, ...]] = field(default_factory=dict)
	"""Words inside of a date, before its month and before its year: 5 *de* marzo *de* 2026."""
	before_months: tuple[str, ...] = ()
	"""Words behind which a short one is a month, and none of the other words that are written so: “*in* may”, “*since* dec”."""
	is_day_first: bool = False
	"""3/4/2026 is a day of April. Otherwise nobody can tell, and it is not read."""
	numbers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
	"""Numbers in words. Not “one”, which may be an article or stand for what was named before."""
	first_days: tuple[str, ...] = ()
	"""Words for the first day of a month, in lower case: the *first* of July."""
	day_suffixes: tuple[str, ...] = ()
	"""What may follow the number of a day: ``st``, ``.``."""
	joins: tuple[str, ...] = ()
	"""What stands between the parts of a compound; none: the language writes them apart."""
	particles: tuple[str, ...] = ()
	"""Parts of verbs that stand apart from them at the end of a clause: “steht … *aus*” is what “aussteht” is."""
	irregular: Mapping[str, str] = field(default_factory=dict)
	"""Words whose stem no stemmer knows, and another form of them."""
	participles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
	"""Endings of the participles that states and options are named by, each with those of its other forms. Such a name is found in these forms
	alone, because its stem is that of the verb too: who asks how to *annuler* an invoice does not mean those that are *annulées*."""
	possessives: tuple[str, ...] = ()
	"""Endings of a name: ``'s``."""
	elisions: tuple[str, ...] = ()
	"""Words that lose their vowel before another and are written together with it, in lower case and with a straight apostrophe: ``l'``,
	``qu'``. Each is a word of its own, and may stand in any phrase."""
	heads: Literal["first", "last"] = "last"
	"""Which word of a name says what it is a kind of: delivery *note*, *bon* de livraison."""
	pronouns: tuple[str, ...] = ()
	"""Words and phrases for what was named before, in lower case and in each form; small words besides. A word of a longer phrase is none:
	*it* is, *il y a* has none."""
