"""The keys of a computer account: its own, with which it signs, and those of the makers whose packs it installs."""

from dataclasses import dataclass
from pathlib import Path

from huf.engine.packs import PublicKey, SigningKey

_OWN, _TRUSTED = "signing-key.pem", "trusted-keys"


@dataclass(frozen=True, slots=True)
class Keys:
	"""The keys of whoever uses this computer account, in the folder ``folder``."""

	folder: Path

	def own(self) -> SigningKey:
		"""The key that packs are signed with; made when it is first asked for."""
		return SigningKey.of_file(self.folder / _OWN)

	def trusted(self) -> dict[str, str]:
		"""The names of the makers who are trusted, by their public keys."""
		try:
			lines = (self.folder / _TRUSTED).read_text("utf-8").splitlines()
		except FileNotFoundError:
			return {}
		found = {}
		for line in filter(str.strip, lines):
			key, _, name = line.partition(" ")
			found[PublicKey.read(key).text] = name.strip()
		return found

	def trust(self, key: PublicKey, name: str) -> None:
		"""Trust the maker who has ``key``, and call them ``name``."""
		self._write({**self.trusted(), key.text: " ".join(name.split())})

	def distrust(self, key: PublicKey) -> bool:
		"""Trust a maker no longer; False if they were not trusted."""
		known = self.trusted()
		was_known = known.pop(key.text, None) is not None
		self._write(known)
		return was_known

	def is_trusted(self, key: PublicKey) -> bool:
		"""Whether packs that this key signed are installed: those of the makers who are trusted, and one's own."""
		return key.text in self.trusted() or ((self.folder / _OWN).is_file() and key == self.own().public)

	def _write(self, known: dict[str, str]) -> None:
		self.folder.mkdir(parents=True, exist_ok=True)
		new = self.folder / f"{_TRUSTED}.new"
		new.write_text("".join(f"{key} {name}\n" for key, name in known.items()), "utf-8")
		new.replace(self.folder / _TRUSTED)
