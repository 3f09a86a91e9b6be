"""What a thread remembers of its open builds."""

import threading

from huf.engine.backends.thread_cache import ThreadCache, new_number


def test_all_readers_of_a_thread_share_the_room() -> None:
	"""However many builds a thread has open, no more is remembered than one limit for all of them."""
	shelf: ThreadCache[str] = ThreadCache(10)
	readers = [new_number() for _ in range(7)]
	for turn in range(20):
		for reader in readers:
			shelf.keep(reader, {turn: f"{reader} {turn}", turn + 1: f"{reader} {turn + 1}"})
			assert sum(len(shelf.known(one, range(40))) for one in readers) <= 10
	assert shelf.known(readers[-1], [20]) == {20: f"{readers[-1]} 20"}


def test_readers_do_not_see_each_others_values() -> None:
	"""The same number of a chunk is another chunk in another build, and values come in the order in which they are asked for."""
	shelf: ThreadCache[str] = ThreadCache(10)
	first, second = new_number(), new_number()
	shelf.keep(first, {1: "a", 2: "b"})
	shelf.keep(second, {1: "c"})
	assert list(shelf.known(first, [2, 3, 1]).items()) == [(2, "b"), (1, "a")]
	assert shelf.known(second, [1, 2]) == {1: "c"}


def test_more_than_the_room_is_not_kept() -> None:
	"""What cannot be remembered as a whole is not remembered, and pushes nothing over the limit."""
	shelf: ThreadCache[str] = ThreadCache(2)
	shelf.keep(0, {1: "a", 2: "b", 3: "c"})
	assert shelf.known(0, [1, 2, 3]) == {}


def test_threads_remember_for_themselves() -> None:
	"""A reader is used by one thread at a time, so no thread changes what another one reads."""
	shelf: ThreadCache[str] = ThreadCache(10)
	shelf.keep(1, {1: "a"})
	seen = []
	thread = threading.Thread(target=lambda: seen.append(shelf.known(1, [1])))
	thread.start()
	thread.join()
	assert seen == [{}]
