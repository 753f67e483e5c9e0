#!/usr/bin/env bash
# `make fuzz-tests`: the property tests with cases that `make test`, whose seeds are fixed, never tries. SEED=123 repeats a run.
set -euo pipefail
cd "$(dirname "$0")/.."

seed=${SEED:-$RANDOM}
export PROPTEST_RNG_SEED=$seed FAST_CHECK_SEED=$seed
export PROPTEST_CASES=${CASES:-5000} FAST_CHECK_RUNS=${CASES:-5000}
trap 'code=$?; echo; echo "The same cases again: make fuzz-tests SEED=$seed CASES=$PROPTEST_CASES"; exit $code' EXIT

code=0
crates=$(grep -rl 'proptest!' crates --include='*.rs' | cut -d/ -f2 | sort -u | sed 's/^/--package=/')
# server/src/features/votes/rules.rs: features::votes::rules
modules=$(grep -rl 'proptest!' server/src | sed 's,^server/src/,,; s,\.rs$,,; s,/,::,g')
screens=$(cd web && grep -rlE 'support/(random|kept-shops)' src --include='*.test.ts*')
# Each of these is a list of words.
# shellcheck disable=SC2086
{
  cargo test $crates --no-fail-fast || code=$?
  cargo test --package townperk --lib --no-fail-fast -- $modules || code=$?
  npm --prefix web test -- $screens || code=$?
}
exit "$code"
