#!/usr/bin/env bash
# Installs PostgreSQL's server programs for the database tests from Debian's packages, unless there are some.
set -euo pipefail
cd "$(dirname "$0")"

if [ -n "${TOWNPERK_TEST_POSTGRES_URL:-}" ]; then
  echo "PostgreSQL: the server that TOWNPERK_TEST_POSTGRES_URL names"
  exit
fi
if folder=$(./find-postgres.sh 2>/dev/null); then
  echo "PostgreSQL: $folder"
  exit
fi
./install-packages.sh postgresql
echo "PostgreSQL: $(./find-postgres.sh)"
