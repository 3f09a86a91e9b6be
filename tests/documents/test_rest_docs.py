"""docs/rest.md has every method that may be called over HTTP, as it is in the code, and none besides."""

import ast
from functools import cache
from typing import Any

import pytest

from scripts.house import CHECKOUT, modules
from tests.documents.rest_page import Argument, Entry, entries, general_examples, old_addresses

TYPES = {
	"list[dict[str, Any]]": "list of objects",
	"list[dict[str, Any]] | str | None": "list of objects",
	"str": "text",
	"str | None": "text",
	"int": "whole number",
	"bool": "0 or 1",
	"list[str] | str | None": "list of texts",
	"list[Any] | str | None": "list",
	"list[Any] | dict[str, Any] | str | None": "list or object",
	"dict[str, Any] | str | None": "object or words",
	"dict[str, Any] | str": "object",
}
"""How the page calls the annotation of an argument."""
KNOWN = modules()
MONITORED = {"huf.ai.doctor.endpoints.metrics": "huf.metrics"}
"""For monitors and no user, with a token of its own and an answer that is no JSON: told in docs/operations.md."""
SHORT = ("huf.mcp", "huf.dify", "huf.page")
"""Addresses under which three methods are told to other programs; their own stands beside it."""


def moved() -> dict[str, str]:
	"""The addresses that hooks.py sends elsewhere."""
	tree = ast.parse((CHECKOUT / "huf" / "hooks.py").read_text("utf-8"))
	for node in tree.body:
		if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "override_whitelisted_methods":
			return ast.literal_eval(node.value)
	raise AssertionError("hooks.py has no override_whitelisted_methods")


def in_code() -> dict[str, tuple[str, ast.FunctionDef, tuple[str, ...]]]:
	"""Each whitelisted function with its module and the HTTP methods that it allows, by the address that the page gives."""
	short = {moved()[address]: address for address in SHORT}
	found = {}
	for module in KNOWN:
		for node in ast.walk(tree_of(module)):
			for decorator in getattr(node, "decorator_list", ()):
				if not ast.unparse(decorator).startswith(("frappe.whitelist", "whitelist")):
					continue
				assert isinstance(node, ast.FunctionDef)
				allowed: Any = ()
				if isinstance(decorator, ast.Call):
					keywords = {keyword.arg: keyword.value for keyword in decorator.keywords}
					allowed = ast.literal_eval(keywords["methods"]) if "methods" in keywords else ()
				address = f"{module}.{node.name}"
				if address in MONITORED:
					continue
				found[short.get(address, address)] = (module, node, tuple(allowed))
	return found


@cache
def tree_of(module: str) -> ast.Module:
	"""A module, parsed."""
	return ast.parse(KNOWN[module].read_text("utf-8"))


def value_of(expression: ast.expr, module: str) -> Any:
	"""What a default is: written out, or a constant of the module or of the one that it is imported from."""
	if not isinstance(expression, ast.Name):
		return ast.literal_eval(expression)
	for node in tree_of(module).body:
		if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == expression.id:
			return value_of(node.value, module)
		if isinstance(node, ast.ImportFrom) and any(alias.name == expression.id for alias in node.names):
			return value_of(expression, str(node.module))
	raise AssertionError(f"{module}: where is {expression.id}?")


def arguments_of(function: ast.FunctionDef, module: str) -> tuple[Argument, ...]:
	"""The arguments as the page has to tell them."""
	names = function.args.args
	assert not (function.args.kwonlyargs or function.args.vararg or function.args.kwarg), function.name
	required = len(names) - len(function.args.defaults)
	told = []
	for number, argument in enumerate(names):
		default = "required"
		if number >= required:
			value = value_of(function.args.defaults[number - required], module)
			default = "–" if value is None else str(int(value) if isinstance(value, bool) else value)
		annotation = ast.unparse(argument.annotation) if argument.annotation else ""
		assert annotation in TYPES, f"{function.name}: say in TYPES what {annotation} is to a caller"
		told.append(Argument(argument.arg, TYPES[annotation], default))
	return tuple(told)


CODE, PAGE = in_code(), entries()


def test_every_method_is_on_the_page() -> None:
	"""No whitelisted method is missing, and none is described that is gone."""
	assert set(PAGE) == set(CODE)
	assert len(CODE) > 25


@pytest.mark.parametrize("path", sorted(CODE))
def test_arguments_are_those_of_the_code(path: str) -> None:
	"""Names, order, types, defaults and HTTP methods are those of the function."""
	entry = PAGE.get(path, Entry(path, (), "", (), ()))
	module, function, allowed = CODE[path]
	assert entry.arguments == arguments_of(function, module)
	assert entry.http == allowed


@pytest.mark.parametrize("path", sorted(PAGE))
def test_every_method_has_an_example(path: str) -> None:
	"""Each has a curl that calls it with arguments it has, and a line that says what comes back."""
	entry = PAGE[path]
	assert entry.examples
	assert entry.who.startswith(
		("*Knowledge User*", "*Knowledge Manager*", "*System Manager*", "everybody who is logged in")
	)
	for example in entry.examples:
		assert f'"$SITE/api/method/{path}"' in example.command
		given = [argument.name for argument in entry.arguments if argument.default == "required"]
		assert all(name in example.command for name in given)


def test_what_monitors_ask_is_told_to_those_who_run_them() -> None:
	"""The page for whoever is on call has the address of each."""
	text = (CHECKOUT / "docs" / "operations.md").read_text("utf-8")
	assert all(f"/api/method/{moved_from}" in text for moved_from in MONITORED.values())
	assert {moved()[short] for short in MONITORED.values()} == MONITORED.keys()


def test_errors_of_every_method_have_examples() -> None:
	"""The general part shows an answer, and an error of each status that a caller makes by a mistake."""
	assert [example.status for example in general_examples()] == [200, 400, 401, 403, 417]


def test_old_addresses_are_told() -> None:
	"""The table at the end has every address that is sent elsewhere."""
	assert old_addresses() == {
		old: new for old, new in moved().items() if old not in (*SHORT, *MONITORED.values())
	}
