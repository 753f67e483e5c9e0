#!/usr/bin/env bash
# Runs the Rust tests. In CI those that failed run again, each of them alone and once, as browser tests do; the last screen names
# the ones that passed then.
# usage: scripts/rust-tests.sh REPORT-FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
report=$1

# They mostly wait, for databases, servers and clocks.
export RUST_TEST_THREADS=6
# The same cases in each run; `make fuzz-tests` tries others.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-7}
# How long each test took is known to unstable options alone; Cargo compiles nothing anew for a runner.
host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
export "CARGO_TARGET_${host}_RUNNER=$PWD/scripts/report/run-timed.sh"

# cargo_test WORD…: the times stay in the file.
cargo_test() {
  cargo test "$@" 2>&1 | tee -a "$report/rust-tests.log" | awk '{ sub(/ <[0-9.]+s>$/, ""); print; fflush() }'
}

code=0
if [ -n "${QUICK_PLAN:-}" ]; then
  # The library's tests and the server's are compiled beside each other; one after the other takes nearly twice as long.
  read -r -a targets < <(sed -n 's/^-p townperk \(.*\) -- .*/\1/p' "$QUICK_PLAN/rust.txt" | tr '\n' ' ') || true
  [ "${#targets[@]}" -eq 0 ] || cargo_test -p townperk "${targets[@]}" --no-run </dev/null || exit
  while read -r -a words; do
    cargo_test "${words[@]}" </dev/null || code=$?
  done <"$QUICK_PLAN/rust.txt"
else
  cargo_test --workspace --no-fail-fast || code=$?
fi
if [ "$code" -eq 0 ] || [ -z "${CI:-}" ]; then exit "$code"; fi

node scripts/report/failed-rust-tests.mjs "$report/rust-tests.log" >"$report/rust-failed.tsv"
[ -s "$report/rust-failed.tsv" ] || exit "$code"
code=0
while IFS=$'\t' read -r target name; do
  printf '\nOnce more, alone: %s\n' "$name"
  # The target is several words, as Cargo names it: -p townperk --test it
  # shellcheck disable=SC2086
  cargo test $target -- --exact "$name" </dev/null 2>&1 | tee "$report/rust-once-more.log" || true
  result=failed
  # A name that selects no test passes, too.
  if grep -q '^test result: ok\. 1 passed' "$report/rust-once-more.log"; then result=ok; else code=1; fi
  printf '%s\t%s\t%s\n' "$target" "$name" "$result" >>"$report/rust-again.tsv"
done <"$report/rust-failed.tsv"
exit "$code"
