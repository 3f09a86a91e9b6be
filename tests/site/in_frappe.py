"""Run a piece of Python in a Frappe context; a subprocess of the fixture `python_on_site`."""

import json
import sys
from pathlib import Path


def main() -> None:
	"""Read the order from the file that is named, run it, commit, and write `result` as JSON where the order says."""
	order = json.loads(Path(sys.argv[1]).read_text())
	import frappe

	frappe.init(order["site"], sites_path=".")
	frappe.connect()
	try:
		frappe.set_user(order["user"])
		names = {"frappe": frappe, "result": None, **order["values"]}
		exec(compile(order["code"], "<python_on_site>", "exec"), names)
		frappe.db.commit()
		Path(order["answer"]).write_text(json.dumps(names["result"], default=str))
	finally:
		frappe.destroy()


if __name__ == "__main__":
	main()
