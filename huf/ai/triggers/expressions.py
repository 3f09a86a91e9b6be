"""Conditions and prompts of triggers: evaluated in the sandbox of record templates, and no error of theirs holds a value.

A condition is written as in Python and read by Jinja's parser: its operators mean the same, the few functions and methods
in :data:`FUNCTIONS` and :data:`METHODS` become bounded filters, and there is nothing else. No Frappe here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from threading import get_ident
from types import CodeType
from typing import Any, NoReturn

from jinja2 import TemplateSyntaxError, Undefined, UndefinedError, nodes
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from huf.ai.knowledge.records.text.sandbox import Bounds, Environment, Refused, View
from huf.ai.knowledge.records.text.templates import MOST_TEMPLATE, compiled, line_of, problem_of, rendered
from huf.engine.errors import HufError, SettingsError
from huf.engine.sentences import sentence

CONDITION_SECONDS = 1.0
"""Of the processor's time for one condition; it has no loops, so it takes a thousandth of that unless it is an attack."""
CONDITION_NAMES = ("doc", "before")
PROMPT_NAMES = ("doc", "now")
_NUMBER_CHARACTERS = 40
"""Characters of a text that is made a number."""
_RESULT = "result"


class TriggerFailed(HufError):
	"""A condition or a prompt cannot be evaluated for a document. Names the field and the kind of error, and no value."""

	code = "Trigger Failed"
	acts = "author"


class DocumentView(View):
	"""What may be seen of a document: a name that it does not have is an error, so that a misspelt field is not empty."""

	__slots__ = ("is_there", "label", "omitted")

	def __init__(
		self,
		values: Mapping[str, Any],
		label: str = "doc",
		omitted: Mapping[str, int] | None = None,
		*,
		is_there: bool = True,
	) -> None:
		super().__init__(values)
		self.label = label
		self.is_there = is_there
		"""Whether it is taken for something; else ``not before`` holds."""
		self.omitted = omitted or {}
		"""Names whose values are too long to be here, and the characters that they may have."""

	def __bool__(self) -> bool:
		return self.is_there

	def read(self, name: str) -> Any:
		"""The value; None for an empty field. Raises Refused for a field that there is not, or whose value is not here."""
		if name in self.omitted:
			raise Refused(f"its value is longer than {self.omitted[name]:,} characters")
		if name not in self._values:
			raise Refused("there is no such field, or Run As may not read it")
		return self._values[name]


def holds(condition: str, doc: DocumentView, before: DocumentView | None) -> bool:
	"""Whether the condition is true; an empty one is.

	Raises:
		TriggerFailed: it cannot be evaluated.
	"""
	if not condition.strip():
		return True
	environment, code = _compiled_condition(condition, get_ident())
	environment.bounds = Bounds(CONDITION_SECONDS)

	def evaluate() -> bool:
		template = environment.template_class.from_code(environment, code, {}, None)
		context = template.new_context({"doc": doc, "before": before})
		for _ in template.root_render_func(context):
			pass
		return bool(context.vars[_RESULT])

	return bool(_named(evaluate, environment, "condition"))


def render_prompt(prompt: str, doc: DocumentView | None, now: str) -> str:
	"""The prompt.

	Raises:
		TriggerFailed: it cannot be made.
	"""
	environment, code = _compiled_prompt(prompt, get_ident())
	environment.bounds = Bounds()
	return str(_named(lambda: rendered(environment, code, {"doc": doc, "now": now}), environment, "prompt"))


def check_condition(condition: str | None, fieldnames: Iterable[str] = ()) -> None:
	"""Raise SettingsError unless the condition can be evaluated; ``fieldnames``: what doc and before have."""
	if (condition or "").strip():
		_check(_parse_condition(condition or ""), "condition", frozenset(fieldnames))


def check_prompt(prompt: str, fieldnames: Iterable[str] | None = None) -> None:
	"""Raise SettingsError unless the prompt can be made; None: there is no document."""
	parsed = _, tree = _parse_prompt(prompt)
	if fieldnames is None and any(name.name == "doc" for name in tree.find_all(nodes.Name)):
		_refuse("prompt", None, "a schedule has no doc")
	_check(parsed, "prompt", frozenset(fieldnames or ()))


def names_before(condition: str) -> frozenset[str] | None:
	"""Names in a condition that looks at the state before, fields of that state among them; None for one that does not."""
	try:
		_, tree = _parse_condition(condition)
	except SettingsError:
		return None  # it cannot be evaluated, and says so when it is
	if not any(name.name == "before" for name in tree.find_all(nodes.Name)):
		return None
	return frozenset(_names(tree))


# --- The language


def _number(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
	def number(value: Any) -> Any:
		if isinstance(value, int | float) or (isinstance(value, str) and len(value) <= _NUMBER_CHARACTERS):
			try:
				return convert(value)
			except ValueError:
				pass
		raise Refused("it is no number")

	return number


def _length(value: Any) -> int:
	if not isinstance(value, str | list | tuple):
		raise Refused("only a text or a table has a length")
	return len(value)


def _method(apply: Callable[..., Any]) -> Callable[..., Any]:
	def method(text: Any, *arguments: Any) -> Any:
		if not all(isinstance(value, str) for value in (text, *arguments)):
			raise Refused("it is no text")
		return apply(text, *arguments)

	return method


def _round(value: Any, digits: int | None = None) -> Any:
	if not isinstance(value, int | float) or not isinstance(digits, int | None) or abs(digits or 0) > 15:
		raise Refused("only a number is rounded, to at most 15 digits")
	return round(value, digits)


FUNCTIONS: dict[str, Callable[..., Any]] = {
	"int": _number(int),
	"float": _number(float),
	"abs": _number(abs),
	"round": _round,
	"len": _length,
}
"""Functions of Python that a condition or a prompt may call."""

METHODS: dict[str, Callable[..., Any]] = {
	"lower": _method(str.lower),
	"upper": _method(str.upper),
	"strip": _method(str.strip),
	"startswith": _method(str.startswith),
	"endswith": _method(str.endswith),
}
"""Methods of texts that they may call."""


class _Calls(NodeTransformer):
	"""Calls of functions and methods that there are become filters; any other stays a call, which is refused."""

	def visit_Call(self, node: nodes.Call) -> nodes.Node:
		self.generic_visit(node)
		called, arguments = node.node, list(node.args)
		if node.kwargs or node.dyn_args or node.dyn_kwargs:
			return node
		if isinstance(called, nodes.Name) and called.name in FUNCTIONS and arguments:
			return _filter(arguments[0], f"huf_{called.name}", arguments[1:])
		if isinstance(called, nodes.Getattr) and called.attr in METHODS:
			return _filter(called.node, f"huf_{called.attr}", arguments)
		return node


def _filter(value: nodes.Expr, name: str, arguments: list[nodes.Expr]) -> nodes.Filter:
	return nodes.Filter(value, name, arguments, [], None, None, lineno=value.lineno)


class _Environment(Environment):
	"""The sandbox, with Python's words for what is none, true and false, and without blanks for what there is not."""

	known_tests = (*Environment.known_tests, "None", "True", "False", "true", "false")

	def __init__(self) -> None:
		super().__init__()
		self.tests |= {name: self.tests[name.lower()] for name in ("None", "True", "False")}
		self.add_filters({f"huf_{name}": function for name, function in (FUNCTIONS | METHODS).items()})

	def getattr(self, obj: Any, attribute: str) -> Any:
		if isinstance(obj, DocumentView):
			self.bounds.look()
			self.bounds.field = f"{obj.label}.{attribute}"
			return obj.read(attribute)
		if obj is None or isinstance(obj, Undefined):
			raise Refused(f"“{attribute}” is asked of what is empty")
		return super().getattr(obj, attribute)

	def getitem(self, obj: Any, argument: Any) -> Any:
		if (
			isinstance(obj, list | tuple | str)
			and isinstance(argument, int)
			and not (-len(obj) <= argument < len(obj))
		):
			raise Refused(f"there is no [{argument}] of it")
		return super().getitem(obj, argument)


# --- Reading them

_Parsed = tuple[_Environment, nodes.Template]


def _parse_condition(text: str) -> _Parsed:
	def parse(environment: _Environment) -> nodes.Template:
		# In brackets a condition may have several lines, as in Python; they must not end early.
		parser = Parser(environment, text.strip(), state="variable")
		expression = parser.parse_expression()
		if not parser.stream.eos:
			raise TemplateSyntaxError("there is more after its end", parser.stream.current.lineno)
		return nodes.Template([nodes.Assign(nodes.Name(_RESULT, "store"), expression, lineno=1)], lineno=1)

	return _parsed(text, parse, "condition")


def _parse_prompt(text: str) -> _Parsed:
	return _parsed(text, lambda environment: environment.parse(text), "prompt")


def _parsed(text: str, parse: Callable[[_Environment], nodes.Template], what: str) -> _Parsed:
	environment = _Environment()
	if len(text) > MOST_TEMPLATE:
		_refuse(what, None, f"it has more than {MOST_TEMPLATE:,} characters")
	try:
		tree = _Calls().visit(parse(environment))
	except TemplateSyntaxError as error:
		_refuse(what, error.lineno, str(error.message), error)
	except RecursionError as error:
		_refuse(what, None, sentence("it is nested too deeply"), error)
	except ValueError as error:
		_refuse(what, None, str(error), error)
	names = CONDITION_NAMES if what == "condition" else PROMPT_NAMES
	if problem := problem_of(environment, tree) or _computed_name(tree) or _unknown_name(tree, names):
		_refuse(what, *problem)
	return environment, tree


def _computed_name(tree: nodes.Template) -> tuple[int, str] | None:
	"""A name that is computed could be any value, and errors tell names."""
	for node in tree.find_all(nodes.Getitem):
		if not isinstance(node.arg, nodes.Const | nodes.Neg):
			return node.lineno, "in [ ] can only stand a fixed number or the name of a field"
	return None


def _unknown_name(tree: nodes.Template, names: tuple[str, ...]) -> tuple[int, str] | None:
	known = {*names, *(name.name for name in tree.find_all(nodes.Name) if name.ctx != "load")}
	if tree.find(nodes.For):
		known.add("loop")
	for name in tree.find_all(nodes.Name):
		if name.name not in known:
			return name.lineno, f"there is no “{name.name}”. There is: {', '.join(names)}"
	return None


def _names(tree: nodes.Template) -> Iterator[str]:
	yield from (node.attr for node in tree.find_all(nodes.Getattr))
	for node in tree.find_all(nodes.Getitem):
		if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
			yield node.arg.value


def _check(parsed: _Parsed, what: str, fieldnames: frozenset[str]) -> None:
	environment, tree = parsed
	for asked in tree.find_all(nodes.Getattr):
		of = asked.node.name if isinstance(asked.node, nodes.Name) else None
		if fieldnames and of in CONDITION_NAMES and asked.attr not in fieldnames:
			_refuse(what, asked.lineno, f"{of} has no field “{asked.attr}”, or Run As may not read it")
	_code(environment, tree, what)


def _code(environment: _Environment, tree: nodes.Template, what: str) -> CodeType:
	try:
		return compiled(environment, tree)
	except RecursionError as error:
		_refuse(what, None, sentence("it is nested too deeply"), error)


def _refuse(what: str, line: int | None, reason: str, cause: BaseException | None = None) -> NoReturn:
	where = f" in line {line}" if line and line > 1 else ""
	raise SettingsError(f"The {what} cannot be read{where}: {reason.rstrip('.')}.") from cause


# --- Evaluating them


@lru_cache(maxsize=128)
def _compiled_condition(text: str, _thread: int) -> tuple[_Environment, CodeType]:
	"""Once for each thread, since what an evaluation uses up is counted by its environment."""
	return _compiled(_parse_condition, text, "condition")


@lru_cache(maxsize=128)
def _compiled_prompt(text: str, _thread: int) -> tuple[_Environment, CodeType]:
	return _compiled(_parse_prompt, text, "prompt")


def _compiled(parse: Callable[[str], _Parsed], text: str, what: str) -> tuple[_Environment, CodeType]:
	try:
		environment, tree = parse(text)
		return environment, _code(environment, tree, what)
	except SettingsError as error:
		# It was written for an earlier version. What is wrong with it quotes the text itself and no document.
		raise TriggerFailed(str(error)) from error


KINDS: tuple[tuple[type[Exception], str], ...] = (
	(UndefinedError, sentence("a name has no value")),
	(ZeroDivisionError, sentence("a division by zero")),
	(ArithmeticError, sentence("a number is too large")),
	(
		TypeError,
		sentence("values of kinds that do not go together, such as a text and a number, or an empty field"),
	),
	(LookupError, sentence("a part that is not there")),
	(AttributeError, sentence("a part that is not there")),
	(ValueError, sentence("a value of the wrong form")),
	(RecursionError, sentence("it is nested too deeply")),
	(MemoryError, sentence("it needs too much memory")),
	(Exception, sentence("an error")),
)
"""How an error is told. Its own words are not: Python quotes the value that it does not like."""


def _named(evaluate: Callable[[], Any], environment: _Environment, what: str) -> Any:
	# Named seam: a condition and a prompt are somebody else's program. Whatever it raises is its failure, told by its kind.
	try:
		return evaluate()
	except Exception as error:
		if type(error).__module__.startswith("rq."):
			raise  # the time of the job is up; that is not the program's error
		reason = str(error) if isinstance(error, Refused) else _kind(error)
		line = f" in line {line_of(error)}" if what == "prompt" else ""
		at = f" at {environment.bounds.field}" if environment.bounds.field else ""
		# The cause stays behind: a log of this error must not show its words either.
		raise TriggerFailed(f"The {what} failed{line}{at}: {reason}.") from None


def _kind(error: Exception) -> str:
	return next(text for kind, text in KINDS if isinstance(error, kind))
