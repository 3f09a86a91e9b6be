#!/usr/bin/env bash
# Make a Frappe bench, a site and a link to this checkout: what `make bench` does.
#
# Wants: the frappe-bench package (`pip install frappe-bench`), git, node, yarn, redis-server, the mariadb client,
# a running MariaDB, and DB_ROOT_PASSWORD for it. Reads HUF_BENCH, HUF_SITE, FRAPPE_BRANCH, PYTHON and, when the
# database is not on this machine's default socket, DB_HOST and DB_PORT. SKIP_REDIS_CONFIG=1 uses the Redis at
# REDIS_URL instead of letting bench configure two of its own.
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
bench=${HUF_BENCH:-$HOME/frappe-bench}
site=${HUF_SITE:-huf.localhost}
branch=${FRAPPE_BRANCH:-version-15}
redis=${REDIS_URL:-redis://127.0.0.1:6379}

die() {
	echo "make bench: $*" >&2
	exit 1
}

for command in bench git node yarn; do
	command -v "$command" >/dev/null || die "“$command” is not installed. CONTRIBUTING.md lists what a bench needs."
done
[[ -n ${SKIP_REDIS_CONFIG:-} ]] || command -v redis-server >/dev/null ||
	die "“redis-server” is not installed. Install it, or set SKIP_REDIS_CONFIG=1 and REDIS_URL."
[[ -n ${DB_ROOT_PASSWORD:-} ]] || die "set DB_ROOT_PASSWORD to the password of MariaDB's root user."
[[ ! -e $bench ]] || die "$bench exists already. Remove it, or choose another folder with HUF_BENCH=…"

init=(--frappe-branch "$branch" --python "${PYTHON:-python3}" --no-backups)
[[ -z ${SKIP_REDIS_CONFIG:-} ]] || init+=(--skip-redis-config-generation)
bench init "${init[@]}" "$bench"
cd "$bench"

if [[ -n ${SKIP_REDIS_CONFIG:-} ]]; then
	for key in redis_cache redis_queue redis_socketio; do
		bench set-config --global "$key" "$redis"
	done
else
	# The servers of a bench normally run with `bench start`; installing an app needs them already.
	started=()
	# One that has ended by itself, or never came up, is not a failure of this script.
	trap 'kill "${started[@]}" 2>/dev/null || true' EXIT
	for config in config/redis_cache.conf config/redis_queue.conf; do
		redis-server "$config" >/dev/null &
		started+=($!)
	done
fi

database=(--db-root-password "$DB_ROOT_PASSWORD")
if [[ -n ${DB_HOST:-} ]]; then
	bench set-config --global db_host "$DB_HOST"
	bench set-config --global --parse db_port "${DB_PORT:-3306}"
	# The server sees us coming from another address than localhost.
	database+=(--mariadb-user-host-login-scope %)
fi
bench new-site "$site" --admin-password "${ADMIN_PASSWORD:-admin}" "${database[@]}"

# A link rather than a clone, so that an edit in this checkout acts in the bench at once.
bench get-app --soft-link "$checkout"
bench --site "$site" install-app huf
bench --site "$site" set-config developer_mode 1
bench --site "$site" set-config allow_tests true
bench use "$site"

cat <<DONE

The bench is at $bench and the site is $site.
  cd $bench && bench start        then open http://$site:8000 (Administrator, ${ADMIN_PASSWORD:-admin})
  HUF_BENCH=$bench HUF_SITE=$site make test    runs both rings of tests
DONE
