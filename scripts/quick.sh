#!/usr/bin/env bash
# `make quick`: while working, in a few minutes: formats, lints, types, and the tests of the rooms whose files differ from main, on
# both databases, with those rooms' journeys. It names what it leaves out; `make test` runs everything.
set -euo pipefail
cd "$(dirname "$0")/.."

base=$(git merge-base HEAD main)
plan=$(mktemp -d)
trap 'rm -rf "$plan"' EXIT
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.quotePath GIT_CONFIG_VALUE_0=false
{ git diff --no-renames --name-only "$base"; git ls-files --others --exclude-standard; } | sort -u | node scripts/quick/write-plan.mjs "$plan"

only="scripts formats deploy $(tr '\n' ' ' <"$plan/lints.txt")"
[ ! -s "$plan/rust.txt" ] || only="$only rust"
[ ! -s "$plan/web.txt" ] || only="$only web"
[ ! -s "$plan/journeys.txt" ] || only="$only browser"
QUICK_PLAN=$plan QUICK_BASE=$base ONLY=$only scripts/test.sh
