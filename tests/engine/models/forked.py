"""Something done in a child of this process, which has its memory and none of its threads."""

import os
import time
from collections.abc import Callable


def holds_in_a_child(check: Callable[[], bool], seconds: float = 60.0) -> bool:
	"""Whether ``check`` is true in a child that is forked here; not if it takes longer or raises."""
	child = os.fork()
	if not child:
		code = 1
		try:
			code = 0 if check() else 1
		finally:
			os._exit(code)
	until = time.monotonic() + seconds
	while time.monotonic() < until:
		done, status = os.waitpid(child, os.WNOHANG)
		if done:
			return os.waitstatus_to_exitcode(status) == 0
		time.sleep(0.05)
	os.kill(child, 9)
	os.waitpid(child, 0)
	return False
