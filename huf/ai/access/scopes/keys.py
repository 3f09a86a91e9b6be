"""The key of a record that a source is about."""

import hashlib

from huf.ai.access.scopes.source_rows import Record


def record_key(record: Record) -> str:
	"""64 hexadecimal digits that stand for a record: opaque, of one length, unique whatever is in its name."""
	return hashlib.sha256("\0".join(record).encode("utf-8", "surrogatepass")).hexdigest()
