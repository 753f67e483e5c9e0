#!/usr/bin/env bash
# `make test`: every check and every test, each to its end, whatever failed before it. A step is skipped only if what it needs
# could not be built. ONLY="rust browser" runs the steps of these names.
# What each step printed stays in target/test-report/. The last screen says what failed; its last line is the test count:
# N passed, N failed, N skipped
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/need.sh test

report=${CARGO_TARGET_DIR:-target}/test-report
mkdir -p "$(dirname "$report")"

# A second run would erase what this one finds. What a killed run left behind is no run.
until mkdir "$report.lock" 2>/dev/null; do
  other=$(cat "$report.lock/process" 2>/dev/null || true)
  if [ -z "$other" ] || ps -p "$other" -o args= | grep -q scripts/test.sh; then
    echo "Another run writes to $report (process ${other:-unknown}). If there is none, remove $report.lock." >&2
    exit 2
  fi
  rm -rf "$report.lock"
done
echo $$ >"$report.lock/process"
trap 'rm -rf "$report.lock"' EXIT
rm -rf "$report"
mkdir "$report"
report=$(cd "$report" && pwd)

trap 'finish 130' INT
trap 'finish 143' TERM HUP

# finish CODE: prints the last screen, and exits with CODE, or with 1 if something failed.
finish() {
  trap '' INT TERM HUP
  if [ -n "$beside" ]; then
    kill -TERM -- "-$beside" 2>/dev/null || true
    wait "$beside" 2>/dev/null || true
  fi
  local code=$1
  # The steps' names are words.
  # shellcheck disable=SC2086
  node scripts/report/print.mjs "$report" ${ONLY:-$steps} || code=$((code > 0 ? code : 1))
  exit "$code"
}

steps="scripts formats web-lint clippy deploy generated rust web weight browser api docs"
for name in ${ONLY:-}; do
  case " $steps " in
    *" $name "*) ;;
    *) echo "ONLY: there is no step '$name'; known are: $steps" >&2; exit 2 ;;
  esac
done

# step NAME BUILD COMMAND…: runs a step that ONLY doesn't leave out, after BUILD ("-": needs none).
step() {
  local name=$1 build=$2
  shift 2
  case " ${ONLY:-$steps} " in *" $name "*) ;; *) return 0 ;; esac
  if [ "$build" != - ] && ! built "$build"; then
    note "$name" skipped 0 "$build could not be built"
    return 0
  fi
  run "$name" "$@" || true
}

# beside COMMAND…: runs steps while others go on, in a process group of their own; `join` waits for them, and prints what they
# printed.
beside=
beside() {
  set -m
  "$@" >"$report/beside.out" 2>&1 </dev/null &
  beside=$!
  set +m
}

join() {
  wait "$beside" || true
  beside=
  cat "$report/beside.out"
}

# built NAME: builds it once, and succeeds if that did.
built() {
  if [ ! -e "$report/$1.log" ]; then
    case $1 in
      packages) run packages make packages || true ;;
      web-app) built packages && run web-app make web || true ;;
      program) built web-app && run program make build || true ;;
    esac
  fi
  [ -e "$report/$1.built" ]
}

# run NAME COMMAND…
run() {
  local name=$1 began=$SECONDS code=0
  shift
  printf '\n=== %s\n' "$name"
  { "$@" 2>&1 | tee "$report/$name.log"; } || code=$?
  printf '=== %s: %s in %s s\n' "$name" "$([ "$code" -eq 0 ] && echo done || echo "failed (exit $code)")" "$((SECONDS - began))"
  if [ "$code" -eq 0 ]; then
    touch "$report/$name.built"
    note "$name" passed "$((SECONDS - began))"
  else
    note "$name" failed "$((SECONDS - began))" "exit $code"
  fi
  return "$code"
}

# note NAME STATE SECONDS [REASON]
note() {
  printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" >>"$report/steps.tsv"
}

# QUICK_PLAN is the folder of a plan (scripts/quick.sh): a part of the tests.
screen_tests() {
  npm --prefix web test -- --reporter=default --reporter=json --outputFile.json="$report/web.json" \
    ${QUICK_PLAN:+--changed "$QUICK_BASE"}
}

browser_tests() {
  BROWSER_REPORT="$report/browser" PLAYWRIGHT_JSON_OUTPUT_FILE="$report/browser.json" npm --prefix e2e test -- --reporter=list,json \
    ${QUICK_PLAN:+$(tr '\n' ' ' <"$QUICK_PLAN/journeys.txt")}
}

# What runs while Rust compiles, which keeps one processor busy most of the time.
web_steps() {
  step web-lint packages make check-web
  step web packages screen_tests
  step weight web-app make check-weight
}

step scripts - node --test scripts/report/report.test.mjs scripts/quick/plan.test.mjs
step formats - make check-format
step deploy - scripts/check-deploy.sh
# What steps beside each other need is built before them, so that nothing is built twice at once.
for name in ${ONLY:-$steps}; do
  case $name in
    web-lint | web) built packages || true ;;
    clippy | generated | rust | weight | browser | api | docs) built web-app || true ;;
  esac
done
beside web_steps
step clippy web-app make "$([ -n "${QUICK_PLAN:-}" ] && echo clippy || echo check-rust)"
step generated program make check-gen
join
step rust web-app scripts/with-postgres.sh scripts/rust-tests.sh "$report"
step browser program browser_tests
beside step docs web-app make docs
step api program scripts/schemathesis.sh "$report/api.xml"
join
finish 0
