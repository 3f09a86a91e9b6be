"""What a failure inside a parsing library means for the input."""

from huf.engine.errors import ContentMissing, CorruptFile, HufError, InputError, InputTooLarge

# A job runner stops a job by raising its own exception wherever the job happens to be, which may be inside a parser.
# That is no fault of the file, so exceptions of these packages are never turned into one.
_RUNNERS = frozenset({"rq", "frappe", "redis"})
_REASON_CHARACTERS = 160


def parse_failure(error: Exception) -> InputError:
	"""The input error that stands for ``error``, raised by a library while it parsed a file.

	Raises:
		Exception: ``error`` itself when it is not about the file: a deliberate error of huf that is no
			input error, an exception of the job runner, a disk that fails.
	"""
	if isinstance(error, InputError):
		return error
	if isinstance(error, HufError) or any(
		c.__module__.partition(".")[0] in _RUNNERS for c in type(error).__mro__
	):
		raise error
	if isinstance(error, (FileNotFoundError, PermissionError, IsADirectoryError)):
		return ContentMissing("The file is not there or may not be read. Upload it again.")
	if isinstance(error, OSError) and error.errno is not None:
		raise error
	if isinstance(error, MemoryError):
		return InputTooLarge("The file needs more memory to read than there is. Split it.")
	reason = " ".join(str(error).split())[:_REASON_CHARACTERS]
	kind = type(error).__name__
	return CorruptFile(
		f"The file cannot be read ({kind}{': ' + reason if reason else ''}). "
		"Open it in the program it was made with, save it again and upload the new file."
	)
