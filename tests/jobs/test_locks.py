"""The lease of a source, against a real Redis."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from huf.ai.site.locks import Lease, LeaseLost, held
from huf.engine.errors import SourceBusy

HOLDER = """
import sys, time, redis
from huf.ai.site.locks import Lease
lease = Lease(redis.Redis(port=int(sys.argv[1])), sys.argv[2], ttl=0.6)
assert lease.acquire()
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def key(request):
	return f"site|{request.node.name}"


def test_only_one_holder(redis_server, key):
	"""While one holds the lease a second one is refused, and gets it after the release."""
	first, second = Lease(redis_server.client(), key), Lease(redis_server.client(), key)
	assert first.acquire()
	assert not second.acquire()
	with pytest.raises(SourceBusy), held(second):
		raise AssertionError("two holders")
	first.release()
	with held(second):
		second.check()


def test_waiting_for_the_lease(redis_server, key):
	"""A holder that waits gets the lease soon after it is given back."""
	first, second = Lease(redis_server.client(), key), Lease(redis_server.client(), key)
	assert first.acquire()
	threading.Timer(0.5, first.release).start()
	started = time.monotonic()
	assert second.acquire(wait=60)
	assert 0.4 < time.monotonic() - started < 30
	second.release()


def test_renewed_while_the_holder_works(redis_server, key):
	"""A lease lives far beyond its life time while its holder does, and is gone at once on release."""
	lease = Lease(redis_server.client(), key, ttl=0.4)
	with held(lease):
		for _ in range(8):
			time.sleep(0.2)
			lease.check()
			assert not Lease(redis_server.client(), key).acquire()
	assert not redis_server.client().exists(key)


def test_killed_holder_frees_the_lease(redis_server, key):
	"""After kill -9 of the holder the lease runs out by itself."""
	holder = subprocess.Popen(
		[sys.executable, "-c", HOLDER, str(redis_server.port), key], stdout=subprocess.PIPE, text=True
	)
	assert holder.stdout.readline() == "held\n"
	lease = Lease(redis_server.client(), key)
	assert not lease.acquire(wait=1)
	os.kill(holder.pid, signal.SIGKILL)
	holder.wait()
	holder.stdout.close()
	assert lease.acquire(wait=3)
	lease.release()


def test_lost_lease_is_noticed_and_left_alone(redis_server, key):
	"""Who lost the lease learns it at once from check, soon by itself, and cannot remove the next one's."""
	client = redis_server.client()
	lease = Lease(client, key, ttl=0.6)
	assert lease.acquire()
	client.delete(key)
	other = Lease(redis_server.client(), key)
	assert other.acquire()
	with pytest.raises(LeaseLost, match="Nothing was published"):
		lease.check()
	time.sleep(0.5)
	assert lease.lost
	lease.release()
	other.check()
	other.release()


def test_redis_restart_ends_the_lease(redis_server, key):
	"""A Redis that was restarted has forgotten the lease, and the holder knows it."""
	lease = Lease(redis_server.client(), key, ttl=30)
	assert lease.acquire()
	redis_server.stop()
	with pytest.raises(LeaseLost, match="could not confirm"):
		lease.check()
	redis_server.start()
	with pytest.raises(LeaseLost, match="taken over"):
		lease.check()
	lease.release()


def test_short_outage_is_survived(redis_server, key):
	"""Renewals that fail for less than the life time do not end the lease."""
	lease = Lease(redis_server.client(), key, ttl=20, renew_every=0.1)
	assert lease.acquire()
	real, failures = lease._lock.reacquire, []

	def unreachable():
		from redis.exceptions import ConnectionError

		failures.append(1)
		raise ConnectionError("unreachable")

	lease._lock.reacquire = unreachable
	time.sleep(0.5)
	lease._lock.reacquire = real
	assert len(failures) >= 2
	assert not lease.lost
	lease.check()
	lease.release()
