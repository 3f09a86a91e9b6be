"""The sentences of a text, and which of them ask."""

import re
from collections.abc import Iterator, Sequence

from huf.engine.analysis.marks import MARKS
from huf.engine.analysis.stopwords import bare, is_function_word
from huf.engine.asking.values import Sentence

_LEAST_OF_POINTING = 4
"""Words that say something in a question that points back ("How do I clear it?") and can be understood alone all the same."""
_LEAST_OF_TELLING = 2
"""Words that say something in a sentence that asks nothing and is looked up all the same; fewer are met anywhere."""

_WORD = re.compile(rf"\w[\w{MARKS}'’-]*")
_SENTENCE_END = re.compile(
	r"(?<=[.!?…])[\"”»)]*\s+(?=[^\W\d_a-zß-ÿ]|[\d¿¡\"“„«(])|(?<=:)\s+|(?<=[。！？؟।])\s*"
)
_ITEM = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)]|#{1,6})\s")
"""The beginning of an item of a list, or of a heading."""

_ALWAYS = (
	r"how(?! are you| you are| have you been)|what(?:'s)?|why|wie(?! sie| du| gesagt| schon| immer)|was|warum|wieso|weshalb|womit|wofür|wodurch|comment|quel(?:le)?s?|pourquoi|"
	r"combien|qu'est-ce|est-ce|cómo|qué|cuáles|cuál|dónde|cuánt[oa]s?|por qué|cosa|perché|hoe|wat|waarom"
)
"""Words that ask wherever a sentence begins with them."""
_MAYBE = (
	r"which|where|when|who|whom|whose|welche[rsmn]?|wo|wohin|woher|wann|wer|wem|wen|wessen|où|quand|qui|cuándo|quién(?:es)?|quale|quali|dove|chi|"
	r"quant[oaie]|come|welke?|waar|wanneer|como|qual|quais|onde|quando|quem"
)
"""Words that ask before a verb, and else join a clause to another one."""
_VERB = (
	r"can|could|do|does|did|is|are|was|were|will|would|should|may|must|has|have|kann|könn(?:t)?en|darf|muss|müssen|ist|sind|gibt|hat|haben|finde|"
	r"peut-on|pouvez-vous|peux-tu|est|sont|puedo|puede|pueden|podemos|podría|existe|es|son|hay|posso|può|possiamo|sono|kan|kunnen|kunt|pode|podemos"
)
_SUBJECT = r"i|we|you|one|it|there|they|he|she|anyone|someone|somebody|ich|wir|sie|du|man|es|jemand"
_ASKS = re.compile(
	rf"^(?:(?:and|but|so|und|aber|et|mais|y|pero|e|ma|en|maar|mas)\s+)?(?:(?:{_ALWAYS})\b|(?:{_MAYBE})\s+(?:{_VERB})\b)"
	rf"|[,;–—-]\s+(?:and |but |so |und |aber )?(?:how|why|wie man|wie (?:ich|wir)|warum|cómo|comment|come|hoe)\b"
	rf"|^(?:{_VERB})\s+(?:{_SUBJECT})\b"
	r"|^(?:is|are|was|were|does|did|can|could|will|would|should|may|has)\s+(?:the|an?|my|our|all|any)\b"
	r"|^(?:ist|sind|war|kann|können|darf|muss|wird|hat)\s+(?:der|die|das|ein|eine|mein|meine|unser|unsere)\b"
	r"|\b(?:please|kindly)\s+(?:tell|explain|describe|show|list|advise|clarify|find)\b"
	r"|\b(?:explain|know|tell me|show me|understand|wonder|wondering|unsure|find out|figure out|question is|question:)\s+(?:how|what|why|if|whether|which|where|when|who)\b"
	r"|\b(?:wissen|erklären|sagen|frage(?:n)?|verstehen|herausfinden),?\s+(?:wie|was|warum|wo|wann|welche[rsmn]?|ob|wer)\b"
	r"|\b(?:savoir|expliquer|dire|comprendre)\s+(?:comment|si|pourquoi|où|quel(?:le)?s?|ce que)\b"
	r"|\b(?:saber|explicar|decir(?:me)?|entender)\s+(?:cómo|si|qué|por qué|dónde|cuál|como|se|por que|onde|qual)\b"
	r"|\b(?:sapere|spiegare|capire)\s+(?:come|se|perché|dove|quale)\b"
	r"|\b(?:weten|uitleggen)\s+(?:hoe|of|wat|waarom|waar|welke)\b",
	re.IGNORECASE,
)
_POINTING = re.compile(
	r"\b(?:it|this|that|these|those|them|dies|davon|dazu|damit|dabei|dafür|dagegen|cela|ça|ceci|esto|eso|ello|questo|quello|ciò|isso|isto|ervan|daarvan|daarmee)\b",
	re.IGNORECASE,
)
_GENERIC = frozenset(
	"please kindly help look check question questions know tell explain advise hear answer answers reply idea ideas thing things resolve fix "
	"solve proceed happen one bitte helfen hilfe frage "
	"fragen lösen wissen sagen erklären antwort antworten idee sache aide aider question savoir dire réponse ayuda ayudar pregunta saber decir respuesta favor "
	"aiuto aiutare domanda sapere risposta help vraag weten antwoord ajuda ajudar pergunta resposta plait plaît".split()
)
"""Words by which people ask whatever they ask about."""
_QUESTION_MARK = re.compile("[?？؟]")


def split_sentences(lines: Sequence[str]) -> list[str]:
	"""The sentences of ``lines``; the end of a paragraph, and the beginning of an item of a list, is the end of one."""
	found: list[str] = []
	parts: list[str] = []
	for line in [*lines, ""]:
		if parts and (not line.strip() or _ITEM.match(line)):
			joined = " ".join(parts)
			found += (one.strip() for one in _SENTENCE_END.split(joined) if one and _WORD.search(one))
			parts = []
		if line.strip():
			parts.append(line.strip())
	return found


def telling_sentences(sentences: Sequence[str]) -> Iterator[Sentence]:
	"""Those that say what they are about. One that asks, points back ("How do I clear it?") and says too little by itself comes
	after what stands before it."""
	for place, sentence in enumerate(sentences):
		asks = bool(_QUESTION_MARK.search(sentence) or _ASKS.search(sentence))
		if weight(sentence) >= (1 if asks else _LEAST_OF_TELLING):
			yield Sentence(_understood(sentences, place), asks)


def _understood(sentences: Sequence[str], place: int) -> str:
	"""A sentence, after what stands before it if it points back and says too little by itself."""
	first, said = place, weight(sentences[place])
	while first and said < _LEAST_OF_POINTING and _POINTING.search(sentences[first]):
		first -= 1
		said += weight(sentences[first])
	return "\n".join(sentences[first : place + 1])


def weight(sentence: str) -> int:
	"""Words that say what a sentence is about; one with a digit, which names something, says as much as two."""
	words = {word.lower() for word in _WORD.findall(sentence)}
	said = [word for word in words if not (word in _GENERIC or is_function_word(bare(word)))]
	return sum(1 + any(map(str.isdigit, word)) for word in said)
