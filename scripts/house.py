"""Counts the structure of the app: rooms, floors, arrows between them, cycles. `python -m scripts.house [--arrows] [--picture FILE]`.

A room is a folder of `huf` with Python files and no folders; a module that stands loose beside folders is a room of its
own. An arrow is "some module of this room imports some module of that one", inside functions too; imports under
`TYPE_CHECKING` count as well, since a reader follows them. Tests, and patches that ran once, are left out.
"""

import argparse
import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
LEFT_OUT = ("huf.tests", "huf.patches")

Arrows = dict[str, set[str]]
"""Each room with those that it imports."""


def modules(app: Path = CHECKOUT / "huf") -> dict[str, Path]:
	"""Every module of the app by its dotted name."""
	found = {}
	for path in sorted(app.rglob("*.py")):
		parts = path.relative_to(app.parent).with_suffix("").parts
		name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
		if not name.startswith(LEFT_OUT) and not path.name.startswith("test_"):
			found[name] = path
	return found


def at_load(tree: ast.AST) -> Iterator[ast.AST]:
	"""The nodes that run when a module is loaded: no bodies of functions, and nothing that is only for types."""
	for node in ast.iter_child_nodes(tree):
		if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
			continue
		if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
			continue
		yield node
		yield from at_load(node)


def imported(path: Path, known: Mapping[str, Path], loading: bool = False) -> Iterator[str]:
	"""The modules of the app that a file imports, each by the longest name that is a module.

	:param loading: only those that must be there before the file's own names are.
	"""
	tree = ast.parse(path.read_text("utf-8"))
	for node in at_load(tree) if loading else ast.walk(tree):
		if isinstance(node, ast.Import):
			names = [alias.name for alias in node.names]
		elif isinstance(node, ast.ImportFrom) and node.module:
			names = [f"{node.module}.{alias.name}" for alias in node.names]
		else:
			continue
		for name in names:
			while name and name not in known:
				name = name.rpartition(".")[0]
			if name and name != "huf":
				yield name


def room_of(module: str, known: Mapping[str, Path]) -> str:
	"""The folder that a module stands in, or the module itself where that folder has folders of its own."""
	if known[module].name == "__init__.py":
		return module
	folder = module.rpartition(".")[0]
	return (
		module
		if any(path.is_dir() and (path / "__init__.py").exists() for path in known[module].parent.iterdir())
		else folder
	)


def room_arrows(known: Mapping[str, Path]) -> tuple[Arrows, dict[tuple[str, str], list[str]]]:
	"""Arrows between rooms, and for each the imports that make it."""
	arrows: Arrows = {room_of(module, known): set() for module in known}
	reasons: dict[tuple[str, str], list[str]] = defaultdict(list)
	for module, path in known.items():
		own = room_of(module, known)
		for other in imported(path, known):
			target = room_of(other, known)
			if target != own:
				arrows[own].add(target)
				reasons[own, target].append(f"{module} -> {other}")
	return arrows, reasons


def cycles(arrows: Arrows) -> list[set[str]]:
	"""Groups of rooms that import each other in a circle (strongly connected components, Tarjan 1972)."""
	index: dict[str, int] = {}
	low: dict[str, int] = {}
	stack: list[str] = []
	found: list[set[str]] = []

	def visit(name: str) -> None:
		index[name] = low[name] = len(index)
		stack.append(name)
		for other in sorted(arrows.get(name, ())):
			if other not in index:
				visit(other)
				low[name] = min(low[name], low[other])
			elif other in stack:
				low[name] = min(low[name], index[other])
		if low[name] == index[name]:
			group = set()
			while name not in group:
				group.add(stack.pop())
			if len(group) > 1:
				found.append(group)

	for name in sorted(arrows):
		if name not in index:
			visit(name)
	return found


def floors(arrows: Arrows) -> dict[str, int]:
	"""How high each room stands: one above the highest that it imports; a cycle stands on one floor."""
	group_of = {name: min(group) for group in cycles(arrows) for name in group}
	joined: Arrows = defaultdict(set)
	for name, others in arrows.items():
		own = group_of.get(name, name)
		joined[own] |= {group_of.get(other, other) for other in others} - {own}
	height: dict[str, int] = {}

	def floor(name: str) -> int:
		if name not in height:
			height[name] = 1 + max((floor(other) for other in joined[name]), default=0)
		return height[name]

	return {name: floor(group_of.get(name, name)) for name in arrows}


def picture(known: Mapping[str, Path], arrows: Arrows) -> str:
	"""The house as SVG, without modules that only keep an old address alive."""
	from scripts.house_picture import OLD, large_rooms, svg

	old = {room for room in arrows if _says(known[room], OLD)}
	old |= {room_of(module, known) for module, path in known.items() if _says(path, OLD)}
	return svg(large_rooms(arrows, old))


def _says(path: Path, beginning: str) -> bool:
	return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").startswith(beginning)


def main() -> None:
	"""Print the measures; with `--arrows` each floor's rooms, and what ties each cycle."""
	parser = argparse.ArgumentParser(prog="python -m scripts.house", description=__doc__)
	parser.add_argument("--arrows", action="store_true", help="list rooms by floor, and what ties cycles")
	parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the larger rooms by floor, as SVG")
	options = parser.parse_args()
	known = modules()
	arrows, reasons = room_arrows(known)
	height, circles = floors(arrows), cycles(arrows)
	print(f"rooms {len(arrows)}, floors {max(height.values())}, arrows {sum(map(len, arrows.values()))}")
	print(f"cycles {len(circles)}, rooms in them {sum(map(len, circles))}")
	if options.picture:
		options.picture.write_text(picture(known, arrows), encoding="utf-8")
	if options.arrows:
		for level in range(max(height.values()), 0, -1):
			print(f"floor {level:2}: {', '.join(sorted(name for name in height if height[name] == level))}")
		for group in circles:
			print(f"\ncycle of {len(group)}:")
			for (own, other), why in sorted(reasons.items()):
				if own in group and other in group:
					print(f"  {own} -> {other}: {'; '.join(sorted(set(why)))}")


if __name__ == "__main__":
	main()
