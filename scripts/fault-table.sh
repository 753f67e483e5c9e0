#!/usr/bin/env bash
# Prints the fault table: for each disk or database fault, what was acknowledged, what another connection found
# afterwards, and how long refusals took. Database faults last 60 seconds, or TOWNPERK_FAULT_SECONDS. Disk faults
# require permission to mount small file systems; a test without it says so.
# usage: scripts/fault-table.sh
set -euo pipefail
cd "$(dirname "$0")/.."

table=$(mktemp)
trap 'rm -f "$table"' EXIT
export TOWNPERK_FAULT_TABLE=$table TOWNPERK_FAULT_SECONDS=${TOWNPERK_FAULT_SECONDS:-60}
scripts/with-postgres.sh cargo test -p townperk --test it -- --test-threads 1 --nocapture \
  commands::loss:: commands::outages:: commands::kills:: catalog::restored:: 2>&1 |
  grep -E "^skipped|^test result|panicked|FAILED" >&2 || true
echo "| Fault | Acknowledged | Found afterwards | Refused | p50 | p99 |"
echo "|---|--:|--:|--:|--:|--:|"
cat "$table"
