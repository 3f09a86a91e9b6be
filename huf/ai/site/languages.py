"""Languages of Frappe in the words of the engine."""


def language_code(language: str | None) -> str:
	"""The code of two letters of one of Frappe's languages, which may name a country too; empty for none."""
	return (language or "").replace("_", "-").partition("-")[0].lower()
