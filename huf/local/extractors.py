"""The extractors of the command line: huf's own, and those that ``HUF_EXTRACTORS`` names, as an app's hook does on a site."""

import os
import re

from huf.engine.errors import SettingsError
from huf.engine.extractors import Extractor, default_registry
from huf.engine.extractors.llama_readers import entry_of
from huf.engine.extractors.versions import UNRECORDED
from huf.engine.registry import Registry

VARIABLE = "HUF_EXTRACTORS"
_ENDING = re.compile(r"[a-z0-9]{1,16}")


def local_extractors() -> Registry[Extractor]:
	"""What reads files, by their endings.

	Raises:
		SettingsError: the variable cannot be read, or names an ending that huf has always read.
	"""
	registry = default_registry()
	for pair in filter(None, re.split(r"[,\s]+", os.environ.get(VARIABLE, ""))):
		ending, equals, path = pair.partition("=")
		if not equals or not path or not _ENDING.fullmatch(ending):
			raise SettingsError(
				f"{VARIABLE} names extractors as ENDING=PATH, such as hwp=llama_index.readers.file.HWPReader, with commas "
				f"between them; “{pair}” is none."
			)
		if ending not in UNRECORDED:
			registry.forget((ending,))
		registry.register(ending, entry_of(path))
	return registry
