"""The words of questions, a file for each language.

To teach the reader a language, write a file like those here and name it in :data:`LANGUAGES`. Names of DocTypes, fields and
options do not belong here: a site knows them in its languages. What belongs here are the words around them, and what people say
instead of those names.
"""

from huf.engine.questions.languages import english, french, german, spanish
from huf.engine.questions.wording import Wording

LANGUAGES: dict[str, Wording] = {
	"en": english.WORDING,
	"de": german.WORDING,
	"fr": french.WORDING,
	"es": spanish.WORDING,
}
