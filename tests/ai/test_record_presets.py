"""Ready-made settings for DocTypes: huf's own and those of other apps. No Frappe."""

import sys
from types import ModuleType

import pytest

from huf.ai.knowledge.records.presets import PRESETS, Preset, find_preset
from huf.ai.knowledge.records.presets.preset import RelatedRecords
from huf.ai.knowledge.records.presets.sensitive import is_sensitive, looks_sensitive
from huf.engine.errors import SettingsError


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A module of another app."""
	module = ModuleType("huf_test_app")
	module.BIKE = {"fields": ["frame"], "filters": [["sold", "=", 0]], "comments": True}
	module.CAR = {
		"columns": {"trips": ["day", "km"]},
		"title": ["plate", "model"],
		"state": [],
		"zeros": ["km"],
		"kind": "Car",
		"leave_out": ["trips.note"],
	}
	module.BAD = {"colour": "red"}
	monkeypatch.setitem(sys.modules, "huf_test_app", module)


def test_own_apps_and_none(app: None) -> None:
	"""huf's own come first, then those of an app; a DocType without any has empty ones."""
	hooked = {"Bike": ["huf_test_app.BIKE"], "Note": ["huf_test_app.BIKE"]}
	assert find_preset("Bike", hooked) == Preset(
		fields=("frame",), filters=(("sold", "=", 0),), comments=True
	)
	assert find_preset("Note", hooked) == PRESETS["Note"]
	assert find_preset("Car", hooked) == Preset()
	assert find_preset("Car", {"Car": "huf_test_app.CAR"}) == Preset(
		columns={"trips": ("day", "km")},
		title=("plate", "model"),
		state=(),
		zeros=("km",),
		kind="Car",
		leave_out=("trips.note",),
	)


@pytest.mark.parametrize(
	("hook", "reason"),
	[
		(["huf_test_app.BAD"], "some of: columns, comments, emails"),
		(["huf_test_app.GONE"], "cannot be imported"),
		(["nonsense"], "cannot be imported"),
		(["huf_test_app.BIKE", "other.BIKE"], "Two apps"),
	],
)
def test_wrong_hooks_say_what_is_wrong(app: None, hook: list[str], reason: str) -> None:
	"""Unknown settings, a path to nothing, and two apps with settings for one DocType are refused."""
	with pytest.raises(SettingsError, match=reason):
		find_preset("Bike", {"Bike": hook})


def test_an_app_says_what_belongs_to_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Parts are dictionaries with a label, a DocType and the field that links; anything else is refused by name."""
	module = ModuleType("huf_test_parts")
	repairs = {
		"label": "Repairs",
		"doctype": "Repair",
		"link": "bike",
		"where": [["open", "=", 1]],
		"sums": ["fee"],
	}
	module.GOOD = {"related": [repairs]}
	module.BAD = {"related": [{"label": "Repairs", "doctype": "Repair"}]}
	module.UNKNOWN = {"related": [{**repairs, "columns": ["fee"]}]}
	monkeypatch.setitem(sys.modules, "huf_test_parts", module)
	assert find_preset("Bike", {"Bike": "huf_test_parts.GOOD"}).related == (
		RelatedRecords("Repairs", "Repair", "bike", where=(("open", "=", 1),), sums=("fee",)),
	)
	for name in ("BAD", "UNKNOWN"):
		with pytest.raises(SettingsError, match="label, doctype and link"):
			find_preset("Bike", {"Bike": f"huf_test_parts.{name}"})


def test_no_part_is_sensitive() -> None:
	"""What belongs to a record shows and adds up nothing that its own text would leave out."""
	for doctype, preset in PRESETS.items():
		for part in preset.related:
			for path in (*part.fields, *part.sums):
				assert not is_sensitive(path.rpartition(".")[2]), (doctype, path)
			labels = [one.label for one in preset.related]
			assert len(set(labels)) == len(labels), doctype


def test_the_table_is_consistent() -> None:
	"""Every variant, table and nought is of the fields that make the text; no field is named twice, and none is sensitive."""
	for doctype, preset in PRESETS.items():
		for chosen in preset.variants.values():
			assert set(chosen.values()) <= set(preset.fields)
		columns = {f"{table}.{name}" for table, names in preset.columns.items() for name in names}
		assert set(preset.columns) <= set(preset.fields), doctype
		assert set(preset.zeros) <= {*preset.fields, *columns}, doctype
		assert len(set(preset.fields)) == len(preset.fields), doctype
		named = {*preset.fields, *preset.title, *preset.state, *(path.split(".")[1] for path in columns)}
		assert not set(filter(is_sensitive, named)), doctype


def test_what_is_sensitive_is_told_by_names() -> None:
	"""Whole words of a fieldname count, also of one that a site added; neighbours of such words do not."""
	for name in (
		"valuation_rate",
		"ctc",
		"custom_iban",
		"default_bank_account",
		"date_of_birth",
		"gross_profit",
	):
		assert is_sensitive(name), name
	for name in (
		"rate",
		"payment_terms",
		"marginal_note",
		"cost_center",
		"birthplace",
		"doctcode",
		"swiftly",
	):
		assert not is_sensitive(name), name
	assert looks_sensitive("custom_amount", "Monatliches Gehalt")
	assert looks_sensitive("hourly_pay", "Hourly")
	assert not looks_sensitive("payment_terms", "Payment Terms")
	assert not looks_sensitive("payable_account", "Payable Account")
	assert not looks_sensitive("pay_to_recd_from", "Pay To / Recd From")
