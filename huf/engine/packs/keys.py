"""The keys that packs are signed with: Ed25519 (RFC 8032)."""

import base64
import binascii
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from huf.engine.errors import PackRefused

_PREFIX = "ed25519:"
_LENGTH = 32
"""Bytes of a public key."""
_CONTEXT = b"huf pack\x00"
"""Stands before what is signed, so that a signature made for anything else is none of a pack."""


@dataclass(frozen=True, slots=True)
class PublicKey:
	"""By which a signature is checked."""

	text: str
	"""``ed25519:`` and the 32 bytes in base64: what people hand to each other."""

	@classmethod
	def read(cls, text: str) -> "PublicKey":
		"""The key that ``text`` says, with white space around it.

		Raises:
			PackRefused: it says none.
		"""
		text = text.strip()
		try:
			raw = base64.b64decode(text.removeprefix(_PREFIX).encode("ascii"), validate=True)
		except (binascii.Error, UnicodeEncodeError):
			raw = b""
		if not text.startswith(_PREFIX) or len(raw) != _LENGTH:
			raise PackRefused(
				"This is no public key of a maker of packs. Copy the whole line that begins with ed25519: and try again."
			)
		# One spelling for each key: texts are compared.
		return cls(_PREFIX + base64.b64encode(raw).decode("ascii"))

	@property
	def fingerprint(self) -> str:
		"""The first 64 bits of the key's SHA-256 in four groups: short enough to be read to somebody on the telephone."""
		digest = hashlib.sha256(self._raw).hexdigest()
		return "-".join(digest[start : start + 4] for start in range(0, 16, 4))

	@property
	def _raw(self) -> bytes:
		return base64.b64decode(self.text.removeprefix(_PREFIX))

	def has_signed(self, data: bytes, signature: bytes) -> bool:
		"""Whether ``signature`` was made for ``data`` with this key."""
		try:
			Ed25519PublicKey.from_public_bytes(self._raw).verify(signature, _CONTEXT + data)
		except (InvalidSignature, ValueError):
			return False
		return True


class SigningKey:
	"""Signs. Whoever has it can make packs that are taken for its owner's."""

	def __init__(self, pem: bytes) -> None:
		"""``pem`` is PKCS #8, without a password.

		Raises:
			PackRefused: it is no Ed25519 key.
		"""
		try:
			key = serialization.load_pem_private_key(pem, password=None)
		except (ValueError, TypeError):
			key = None
		if not isinstance(key, Ed25519PrivateKey):
			raise PackRefused(
				"The file of the signing key holds no Ed25519 key without a password. Put the right file there, or take it away: then a "
				"new key is made, which others have to trust anew."
			)
		self._key = key

	@classmethod
	def new_pem(cls) -> bytes:
		"""A new key as it is stored."""
		return Ed25519PrivateKey.generate().private_bytes(
			serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
		)

	@classmethod
	def of_file(cls, path: Path) -> "SigningKey":
		"""The key in the file ``path``, which is made when it is not there, readable by its owner alone.

		Raises:
			PackRefused: the file holds no key.
			OSError: it cannot be read or written.
		"""
		if not path.exists():
			_write_new(path, cls.new_pem())
		return cls(path.read_bytes())

	@property
	def public(self) -> PublicKey:
		"""What others need to check what this key signs."""
		raw = self._key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
		return PublicKey(_PREFIX + base64.b64encode(raw).decode("ascii"))

	def sign(self, data: bytes) -> bytes:
		"""64 bytes by which :meth:`PublicKey.has_signed` knows ``data``."""
		return self._key.sign(_CONTEXT + data)


def _write_new(path: Path, pem: bytes) -> None:
	"""Put a key there whole, or leave the one that somebody else put there at the same moment."""
	path.parent.mkdir(parents=True, exist_ok=True)
	new = path.with_name(f"{path.name}.{os.getpid()}")
	descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
	try:
		with open(descriptor, "wb") as file:
			file.write(pem)
			file.flush()
			os.fsync(file.fileno())
		try:
			os.link(new, path)
		except FileExistsError:
			pass
	finally:
		new.unlink(missing_ok=True)
