"""Answers in XML, read without DTDs and entities: who writes them is not known to mean well."""

import io
from collections.abc import Iterator
from typing import Any

from huf.engine.errors import FetchFailed


def elements(data: bytes) -> Iterator[Any]:
	"""The elements of an answer, each when it has ended, the inner ones first; its caller clears what it has read.

	Raises:
		FetchFailed: it is no complete XML, has a DTD, or what reads it is not installed.
	"""
	try:
		from defusedxml.common import DefusedXmlException
		from defusedxml.ElementTree import ParseError, iterparse
	except ImportError:
		raise FetchFailed(
			"The package defusedxml is not installed. Whoever looks after the server installs huf with its extras webdav and s3."
		) from None
	try:
		for _event, element in iterparse(io.BytesIO(data), events=("end",), forbid_dtd=True):
			yield element
	except (ParseError, DefusedXmlException, ValueError) as error:
		raise FetchFailed(
			"What the server says of a folder is no complete XML. What was there before stays."
		) from error
