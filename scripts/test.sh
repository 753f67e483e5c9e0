#!/usr/bin/env bash
# `make test`: every check and every test, cheapest first, stopping at the first that fails.
# The last line is the test count: N passed, N failed, N skipped
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/need.sh test

report=${CARGO_TARGET_DIR:-target}/test-report
rm -rf "$report"
mkdir -p "$report"
report=$(cd "$report" && pwd)
step="before the first step"

finish() {
  local code=$?
  [ "$code" -eq 0 ] || printf '\nStopped at: %s (exit %s)\n' "$step" "$code"
  printf '\n'
  node scripts/count-tests.mjs "$report" || code=1
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# run NAME COMMAND…: runs one step and prints its duration.
run() {
  step=$1
  shift
  printf '\n=== %s\n' "$step"
  local began=$SECONDS
  "$@"
  printf '=== %s: done in %s s\n' "$step" "$((SECONDS - began))"
}

rust_tests() {
  touch "$report/rust.began"
  # They mostly wait, for databases, servers and clocks.
  RUST_TEST_THREADS=6 scripts/with-postgres.sh cargo test --workspace --no-fail-fast 2>&1 | tee "$report/rust.log"
}

screen_tests() {
  touch "$report/web.began"
  npm --prefix web test -- --reporter=default --reporter=json --outputFile.json="$report/web.json"
}

browser_tests() {
  touch "$report/browser.began"
  PLAYWRIGHT_JSON_OUTPUT_FILE="$report/browser.json" npm --prefix e2e test -- --reporter=list,json
}

api_tests() {
  touch "$report/api.began"
  scripts/schemathesis.sh "$report/api.xml"
}

run "formats" make check-format
run "clippy" make check-rust
run "web lint and types" make check-web
run "files in deploy" scripts/check-deploy.sh
run "generated files" make check-gen
run "Rust tests on SQLite and PostgreSQL" rust_tests
run "web tests" screen_tests
run "web weight" make check-weight
run "browser tests" browser_tests
run "API against its description" api_tests
run "documentation" make docs
