#!/usr/bin/env bash
# Prints the folder of the newest PostgreSQL server programs (initdb, pg_ctl, postgres), or fails.
# Debian keeps them off PATH, and the client library's pg_config may name a folder without them.
set -euo pipefail
shopt -s nullglob

candidates() {
  printf '%s\n' /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin | sort -rV
  if command -v pg_config >/dev/null; then pg_config --bindir 2>/dev/null || true; fi
  local path
  if path=$(command -v postgres); then dirname "$(readlink -f "$path")"; fi
}

while read -r folder; do
  if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && "$folder/postgres" --version >/dev/null 2>&1; then
    echo "$folder"
    exit
  fi
done < <(candidates)
echo "no PostgreSQL server programs found; Debian has them in the package postgresql" >&2
exit 1
