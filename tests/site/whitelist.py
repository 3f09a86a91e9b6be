"""The functions of the app that the web may call, read from its source, so that none is forgotten."""

import ast
from pathlib import Path

APP = Path(__file__).parents[2] / "huf"


def whitelisted() -> dict[str, tuple[str, ...]]:
	"""Dotted path of every function under ``frappe.whitelist``, with the HTTP methods that it allows."""
	found = {}
	for path in sorted(APP.rglob("*.py")):
		if path.is_relative_to(APP / "tests"):
			continue
		# A package is called by its folder.
		module = ".".join(path.relative_to(APP.parent).with_suffix("").parts).removesuffix(".__init__")
		for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
			for decorator in getattr(node, "decorator_list", ()):
				call = decorator.func if isinstance(decorator, ast.Call) else decorator
				if ast.unparse(call).split(".")[-1] == "whitelist":
					found[f"{module}.{node.name}"] = _methods(decorator)
	return found


def _methods(decorator: ast.expr) -> tuple[str, ...]:
	for keyword in getattr(decorator, "keywords", ()):
		if keyword.arg == "methods":
			return tuple(ast.literal_eval(keyword.value))
	return ()
