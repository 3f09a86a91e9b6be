"""Where the process of the command ``huf`` begins and ends: Ctrl-C ends it in a line there too.

In between, click does that.
"""

import signal
import sys


def main() -> None:
	"""Run the command line; whoever interrupts it while it is imported sees the word that click has for it."""
	try:
		from huf.cli.commands import main as commands

		commands()
	except KeyboardInterrupt:
		sys.exit("Aborted!")
	finally:
		# Everything is said and written: who interrupts Python while it tidies up would only get a traceback of that.
		signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
	main()
