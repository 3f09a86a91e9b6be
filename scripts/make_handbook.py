"""Make the binary files of the sample handbook from their plain-text sources.

A development tool: huf itself never imports it, and the files it makes are committed. It needs
``pip install fpdf2 Pillow python-docx openpyxl python-pptx``. Run ``python scripts/make_handbook.py`` in the
root of the project; with the same library versions it writes the same bytes again. The markup of the sources in
``scripts/handbook/`` is described in ``scripts/handbook_makers/blocks.py``.
"""

from pathlib import Path

from handbook_makers.mail import make_mail
from handbook_makers.office import make_docx, make_pptx, make_xlsx
from handbook_makers.pdf import make_pdf, make_scan

TARGET = Path(__file__).resolve().parent.parent / "huf" / "demo" / "handbook"


def main() -> None:
	"""Write every generated file."""
	contract = make_pdf("supplier-contract.txt", "Framework Supply Agreement FSA-2025-017")
	files = {
		"employee-handbook.pdf": make_pdf("employee-handbook.txt", "Employee Handbook, edition 14"),
		"supplier-contract.pdf": contract,
		"travel-policy.docx": make_docx("travel-policy.txt"),
		"price-list.xlsx": make_xlsx("price-list.txt"),
		"onboarding.pptx": make_pptx("onboarding.txt"),
		"scanned-delivery-note.pdf": make_scan("delivery-note.txt"),
		"complaint-thread.eml": make_mail(),
		# As from a download that broke off: the page tree and the cross-reference table are missing.
		"broken-report.pdf": contract[: len(contract) // 3],
	}
	for name, data in files.items():
		(TARGET / name).write_bytes(data)
		print(f"{len(data):>8,} bytes  {name}")


if __name__ == "__main__":
	main()
