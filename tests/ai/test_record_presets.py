"""Ready-made settings for DocTypes: huf's own and those of other apps. No Frappe."""

import sys
from types import ModuleType

import pytest

from huf.ai.knowledge.records.presets import PRESETS, Preset, find_preset
from huf.engine.errors import SettingsError


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A module of another app."""
	module = ModuleType("huf_test_app")
	module.BIKE = {"fields": ["frame"], "filters": [["sold", "=", 0]], "comments": True}
	module.BAD = {"colour": "red"}
	monkeypatch.setitem(sys.modules, "huf_test_app", module)


def test_own_apps_and_none(app: None) -> None:
	"""huf's own come first, then those of an app; a DocType without any has empty ones."""
	hooked = {"Bike": ["huf_test_app.BIKE"], "Note": ["huf_test_app.BIKE"]}
	assert find_preset("Bike", hooked) == Preset(("frame",), (("sold", "=", 0),), comments=True)
	assert find_preset("Note", hooked) == PRESETS["Note"]
	assert find_preset("Car", hooked) == Preset()


@pytest.mark.parametrize(
	("hook", "reason"),
	[
		(["huf_test_app.BAD"], "some of: comments, emails, expiry_field"),
		(["huf_test_app.GONE"], "cannot be imported"),
		(["nonsense"], "cannot be imported"),
		(["huf_test_app.BIKE", "other.BIKE"], "Two apps"),
	],
)
def test_wrong_hooks_say_what_is_wrong(app: None, hook: list[str], reason: str) -> None:
	"""Unknown settings, a path to nothing, and two apps with settings for one DocType are refused."""
	with pytest.raises(SettingsError, match=reason):
		find_preset("Bike", {"Bike": hook})


def test_the_table_is_consistent() -> None:
	"""Every variant is one of the fields that make the text."""
	for preset in PRESETS.values():
		for chosen in preset.variants.values():
			assert set(chosen.values()) <= set(preset.fields)
