#!/usr/bin/env bash
# Runs a command with a temporary PostgreSQL, whose URL is in TOWNPERK_TEST_POSTGRES_URL.
# The server's data is in a temporary folder, in memory where there is room. It never runs as root, and it is removed however the command ends.
# If TOWNPERK_TEST_POSTGRES_URL is already set, that server is used instead and not changed. With TOWNPERK_TEST_STANDBY_OF,
# the temporary server is a standby of the one at that URL, with its password.
# usage: scripts/with-postgres.sh COMMAND…
set -euo pipefail

[ $# -gt 0 ] || { echo "usage: with-postgres.sh COMMAND…" >&2; exit 2; }
if [ -n "${TOWNPERK_TEST_POSTGRES_URL:-}" ]; then
  exec "$@"
fi

programs=$("$(dirname "$0")/find-postgres.sh")
# Each test's database is some six hundred files, made and removed: a tenth of the work of all Rust tests on a disk.
room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
if [ "${room:-0}" -ge 4000000 ] && [ -w /dev/shm ]; then place=/dev/shm; else place=${TMPDIR:-/tmp}; fi
folder=$(mktemp -d "$place/townperk-postgres.XXXXXX")
as_user=()
if [ "$(id -u)" -eq 0 ]; then # PostgreSQL refuses to run as root
  user=nobody
  if id postgres >/dev/null 2>&1; then user=postgres; fi
  chown "$user" "$folder"
  as_user=(runuser -u "$user" --)
fi

# The server's user must be able to read the folder of the server programs.
server() { (cd "$folder" && ${as_user[@]+"${as_user[@]}"} "$programs/$1" "${@:2}"); }

stop() {
  trap '' INT TERM HUP
  if [ -f "$folder/data/postmaster.pid" ]; then
    server pg_ctl stop --silent --wait --mode immediate --pgdata "$folder/data" || true
  fi
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
(umask 077 && printf '%s\n' "$password" >"$folder/password")
if [ ${#as_user[@]} -gt 0 ]; then chown "$user" "$folder/password"; fi
make() {
  if [ -n "${TOWNPERK_TEST_STANDBY_OF:-}" ]; then
    password=${TOWNPERK_TEST_STANDBY_OF#*:*:} password=${password%@*}
    server pg_basebackup --dbname "$TOWNPERK_TEST_STANDBY_OF" --pgdata "$folder/data" --write-recovery-conf --checkpoint fast --no-sync
  else
    server initdb --pgdata "$folder/data" --username townperk --pwfile "$folder/password" \
      --auth-local trust --auth-host password --encoding UTF8 --locale C --no-sync
  fi
}
make >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }

# Nothing here has to survive a power failure, and every test opens its own connections.
cat >>"$folder/data/postgresql.conf" <<SETTINGS
listen_addresses = '127.0.0.1'
unix_socket_directories = '$folder'
unix_socket_permissions = 0700
max_connections = 300
shared_buffers = 64MB
fsync = off
synchronous_commit = off
full_page_writes = off
SETTINGS

# PostgreSQL can't pick a free port itself, so try unused ones; if another process takes one first, the start fails.
start() {
  local attempt port
  for attempt in 1 2 3 4 5; do
    port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue; fi
    if server pg_ctl start --silent --wait --pgdata "$folder/data" --log "$folder/server.log" --options "-p $port" >/dev/null 2>&1; then
      TOWNPERK_TEST_POSTGRES_URL=postgres://townperk:$password@127.0.0.1:$port/postgres
      return
    fi
  done
  echo "PostgreSQL did not start in $attempt attempts; its log says:" >&2
  tail -n 20 "$folder/server.log" >&2
  return 1
}
start || exit 1
export TOWNPERK_TEST_POSTGRES_URL

"$@"
