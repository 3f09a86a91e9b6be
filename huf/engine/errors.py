"""Every error the engine raises on purpose.

Each class says who can mend it (``acts``) and whether the same call may succeed later without
anyone doing anything (``retryable``)::

    HufError
    ├── SettingsError          acts: manager   a setting is out of its range
    ├── UnknownKey             acts: manager   a chunker, extractor or backend key nobody registered
    ├── InvalidFilter          acts: caller    a filter of a search asks what cannot be asked
    ├── QueryTooLong           acts: caller    a search for more text than one search takes
    ├── InputError             acts: author    one input cannot be indexed; the others can
    │   ├── UnsupportedType                    no extractor for this kind of file
    │   ├── CorruptFile                        the file does not parse as what it claims to be
    │   ├── PasswordProtected                  the file is encrypted
    │   ├── NoText                             nothing to read: a scan, an empty file, white space
    │   ├── ScanWaiting        retryable       a scanned page is read elsewhere, and not done yet
    │   ├── InputTooLarge                      over a size limit
    │   │   └── OverLimit                      reading it takes more than a limit that a manager may raise
    │   ├── ContentMissing                     the file behind the input is gone or may not be read
    │   ├── TemplateFailed     acts: manager   the template for the text of records does not work
    │   ├── AddressRefused                     the URL points to an address huf never fetches
    │   └── FetchFailed        retryable       the URL did not answer as it should
    │       ├── PageGone                       the server knows no such page
    │       └── AccessRefused  acts: manager   the server does not take the user name and the password
    ├── BuildError             acts: system
    │   ├── IndexMissing                       the files of a build are not there
    │   ├── IndexCorrupt                       the files of a build fail their own check
    │   ├── IndexOutdated                      the build was made by another format or other settings
    │   ├── IndexTooNew        acts: manager   the build was made by a newer version of huf
    │   ├── StorageFull        retryable       no room to write the build
    │   ├── EmbeddingFailed    retryable       the embedding model did not answer as it should
    │   │   ├── EmbeddingCapped acts: manager  the next request could pass what may be spent
    │   │   └── EmbeddingRefused acts: manager the model will not answer before somebody mends something
    │   │       └── EmbedderMissing            the embedder is unknown or not installed
    │   ├── VectorStoreFailed  retryable       the vector store did not answer as it should
    │   │   └── VectorStoreMissing acts: manager it is not installed, or refuses its settings
    │   ├── SearchEngineFailed retryable       the search engine that holds the index did not answer as it should
    │   │   └── SearchEngineMissing acts: manager its client is not installed, or refuses its settings
    │   ├── VectorsMissing     acts: manager   a search by meaning in an index without vectors
    │   ├── FiltersIgnored     acts: manager   a kind of index that gives what the filter leaves out
    │   └── BuildCancelled                     somebody asked to stop
    ├── EnrichmentPaused       retryable       a build asked a model about as many passages as one build does
    ├── ModelNameRefused       acts: manager   the name of a model is an address, a vendor or a route
    ├── PackRefused            acts: manager   a pack cannot be made, or is not installed
    │   ├── SignerUnknown                      it is signed with a key that nobody here trusts
    │   └── PackMissing                        the one that an index is to be made of again is gone
    ├── ArchiveRefused         acts: manager   an archive of builds cannot be made, or is not restored
    └── SourceBusy             retryable       another worker is writing this source
"""

from typing import ClassVar


class HufError(Exception):
	"""Base of all deliberate errors. ``str(error)`` is a sentence a user may read."""

	code: ClassVar[str] = "Error"
	"""Short stable name, stored and shown beside the message."""
	acts: ClassVar[str] = "system"
	"""Who can mend it: ``author`` of the input, ``manager`` of the source, ``caller`` of a search, or ``system``."""
	retryable: bool = False
	"""True when trying again later, unchanged, may succeed. A class sets the rule; an error may be an exception to it."""


class SettingsError(HufError):
	"""A setting is outside what huf accepts."""

	code = "Invalid Settings"
	acts = "manager"


class UnknownKey(HufError):
	"""A registry was asked for a key that nobody registered."""

	code = "Unknown Key"
	acts = "manager"


class InvalidFilter(HufError):
	"""A filter of a search cannot be read, or asks what cannot be asked."""

	code = "Invalid Filter"
	acts = "caller"


class InvalidMetadata(HufError):
	"""Metadata that somebody declares cannot be read, or cannot be kept."""

	code = "Invalid Metadata"
	acts = "author"


class QueryTooLong(HufError):
	"""A search is asked for more text than one search takes."""

	code = "Query Too Long"
	acts = "caller"


class InputError(HufError):
	"""One input cannot be indexed; every other input is unaffected."""

	code = "Input Error"
	acts = "author"


class UnsupportedType(InputError):
	"""No extractor reads this kind of file."""

	code = "Unsupported Type"


class CorruptFile(InputError):
	"""The bytes do not parse as the type they claim to be."""

	code = "Corrupt File"


class PasswordProtected(InputError):
	"""The file is encrypted and huf has no password for it."""

	code = "Password Protected"


class NoText(InputError):
	"""There is no text to index: a scan, an empty file, only white space."""

	code = "No Text"


class ScanWaiting(InputError):
	"""A page of the input is a picture that another step reads first; index the input again when it has."""

	code = "Reading Scan"
	retryable = True


class InputTooLarge(InputError):
	"""The input is over a size limit."""

	code = "Too Large"


class OverLimit(InputTooLarge):
	"""Reading the input takes more time, memory or text than the limits of its reader."""

	code = "Over Limit"


class ContentMissing(InputError):
	"""The content behind the input is gone, or its author may not read it."""

	code = "Content Missing"


class TemplateFailed(InputError):
	"""The template that makes the text of records cannot work, or not for this one."""

	code = "Template Failed"
	acts = "manager"


class AddressRefused(InputError):
	"""The URL resolves to an address or scheme that huf never fetches."""

	code = "Address Refused"


class FetchFailed(InputError):
	"""The URL did not answer, or answered with an error."""

	code = "Fetch Failed"
	retryable = True

	def __init__(self, message: str = "", *, retryable: bool = True) -> None:
		"""``retryable`` is False for answers that stay the same, such as 404."""
		super().__init__(message)
		self.retryable = retryable


class PageGone(FetchFailed):
	"""The server says that there is no page at the URL (any more)."""

	code = "Page Gone"


class AccessRefused(FetchFailed):
	"""The server takes neither user name nor password. What was read of it before stays until somebody mends that."""

	code = "Access Refused"
	acts = "manager"


class BuildError(HufError):
	"""Something about a whole build went wrong."""

	code = "Build Error"


class IndexMissing(BuildError):
	"""The files of a build are not where they should be."""

	code = "Index Missing"


class IndexCorrupt(BuildError):
	"""The files of a build fail their own check."""

	code = "Index Corrupt"


class IndexOutdated(BuildError):
	"""The build was made by another format version or with other settings."""

	code = "Index Outdated"


class IndexTooNew(BuildError):
	"""The build was made by a newer version of huf. It is not rebuilt unasked: whoever goes back to that version has it as it was."""

	code = "Index Too New"
	acts = "manager"


class StorageFull(BuildError):
	"""There is no room on the disk for the build."""

	code = "Storage Full"
	retryable = True


class EmbeddingFailed(BuildError):
	"""The embedding model could not be asked, or its answer cannot be used."""

	code = "Embedding Failed"
	retryable = True

	def __init__(self, message: str = "", *, retry_after_s: float | None = None) -> None:
		"""``retry_after_s`` is what the service asked for."""
		super().__init__(message)
		self.retry_after_s = retry_after_s


class EmbeddingCapped(EmbeddingFailed):
	"""The next request could pass what may be spent, so it was not made. What was embedded before is kept."""

	code = "Cost Cap"
	acts = "manager"
	retryable = False

	def __init__(self, message: str = "", *, needed: float = 0.0) -> None:
		"""``needed``: US dollars that the request may cost."""
		super().__init__(message)
		self.needed = needed


class EmbeddingRefused(EmbeddingFailed):
	"""The same request would be refused again: a wrong key, an unknown model, vectors of another length."""

	code = "Embedding Refused"
	acts = "manager"
	retryable = False


class EmbedderMissing(EmbeddingRefused):
	"""The embedder has no such name, or what it needs is not installed."""

	code = "Embedder Missing"


class EnrichmentPaused(HufError):
	"""A build has asked a model about passages for as long as it may. The next build goes on; what was answered is kept."""

	code = "Enrichment Paused"
	retryable = True


class ModelNameRefused(HufError):
	"""What is to be the name of a model is none, or more than one: an address, a vendor, a route."""

	code = "Model Name Refused"
	acts = "manager"


class RerankFailed(HufError):
	"""The re-ranking model could not be asked, or its answer cannot be used. The search goes on without it."""

	code = "Rerank Failed"
	retryable = True


class RerankCapped(RerankFailed):
	"""The request could pass what may be spent, so it was not made."""

	code = "Cost Cap"
	acts = "manager"
	retryable = False


class RerankTimedOut(RerankFailed):
	"""Its service gave up waiting before the search did: the same to whoever asked."""


class VectorStoreFailed(BuildError):
	"""The vector store could not be reached, or did not do what it was asked."""

	code = "Vector Store Failed"
	retryable = True


class VectorStoreMissing(VectorStoreFailed):
	"""The vector store is not installed, is none, or refuses the settings it was given."""

	code = "Vector Store Missing"
	acts = "manager"
	retryable = False


class SearchEngineFailed(BuildError):
	"""The search engine that holds an index could not be reached, or did not do what it was asked."""

	code = "Search Engine Failed"
	retryable = True


class SearchEngineMissing(SearchEngineFailed):
	"""The client of a search engine is not installed, there is no such engine, or it refuses its settings."""

	code = "Search Engine Missing"
	acts = "manager"
	retryable = False


class VectorsMissing(BuildError):
	"""A search by meaning was asked of an index that holds words only."""

	code = "No Vectors"
	acts = "manager"


class FiltersIgnored(BuildError):
	"""A kind of index found what the filter of the search leaves out."""

	code = "Filters Ignored"
	acts = "manager"


class BuildCancelled(BuildError):
	"""A caller asked to stop; nothing was published."""

	code = "Cancelled"


class PackRefused(HufError):
	"""A pack cannot be made as it was asked for, or one that was given is not installed; nothing changed."""

	code = "Pack Refused"
	acts = "manager"


class SignerUnknown(PackRefused):
	"""A pack is signed with a key that nobody here trusts."""

	code = "Signer Unknown"


class PackMissing(PackRefused):
	"""The pack that an index is to be made of again is not there any more."""

	code = "Pack Missing"


class ArchiveRefused(HufError):
	"""An archive of builds cannot be made, or nothing of one that was given is restored; nothing changed."""

	code = "Archive Refused"
	acts = "manager"


class ModelRefused(HufError):
	"""The files of a model are not kept, or a model is not removed; nothing changed."""

	code = "Model Refused"
	acts = "manager"


class SourceBusy(HufError):
	"""Another worker holds the lease of this source."""

	code = "Source Busy"
	retryable = True
