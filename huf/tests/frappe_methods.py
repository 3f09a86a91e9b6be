"""The methods of the installed Frappe that take a DocType, read from its source, so that none is forgotten.

A method takes a DocType if an argument is named for one (*doctype* in it, ``dt``), for a document or a set of arguments that may
name one (``doc``, ``docs``, ``args`` …), for filters, or for another method; or if it reads the request itself.
"""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import frappe

ARGUMENTS = frozenset(
	"""args chart dn doc docs document dt filters items method query reference_doc source_name source_names
	target_doc tree_method""".split()
)
"""Names of arguments by which a method takes a DocType, beside those with *doctype* in them and those that end with ``_dt``."""


class Method(NamedTuple):
	"""A whitelisted function, or a whitelisted method of a document."""

	path: str
	"""Dotted; for a method of a document ``module.Class#name``."""
	arguments: tuple[str, ...]
	http: tuple[str, ...]
	"""The HTTP methods that it is limited to; empty for all."""
	reads_request: bool


@cache
def methods_with_doctype() -> dict[str, Method]:
	"""By path."""
	return {method.path: method for method in _whitelisted() if _takes_doctype(method)}


def _takes_doctype(method: Method) -> bool:
	return method.reads_request or any(
		"doctype" in name or name.endswith("_dt") or name in ARGUMENTS for name in method.arguments
	)


def _whitelisted() -> list[Method]:
	found = []
	root = Path(frappe.__file__).parent
	for path in sorted(root.rglob("*.py")):
		parts = path.relative_to(root).parts
		if "tests" in parts or path.name.startswith("test_"):
			continue
		source = path.read_text(encoding="utf-8")
		if "whitelist" not in source:
			continue
		module = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
		found += _of_module(module, ast.parse(source).body)
	return found


def _of_module(module: str, body: list[ast.stmt], owner: str = "") -> list[Method]:
	found = []
	for node in body:
		if isinstance(node, ast.ClassDef):
			found += _of_module(module, node.body, f"{node.name}#")
		elif isinstance(node, ast.FunctionDef):
			for decorator in node.decorator_list:
				call = decorator.func if isinstance(decorator, ast.Call) else decorator
				if ast.unparse(call) in ("frappe.whitelist", "whitelist"):
					found.append(_method(f"{module}.{owner}{node.name}", node, decorator))
	return found


def _method(path: str, node: ast.FunctionDef, decorator: ast.expr) -> Method:
	http: tuple[str, ...] = ()
	for keyword in getattr(decorator, "keywords", ()):
		if keyword.arg == "methods":
			http = tuple(ast.literal_eval(keyword.value))
	arguments = node.args
	names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
	body = ast.unparse(node)
	reads_request = "form_dict" in body or "get_form_params" in body
	return Method(path, tuple(names), http, reads_request)
