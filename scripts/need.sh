#!/usr/bin/env bash
# Lists every missing or outdated tool and how to get it, before anything else runs.
# usage: scripts/need.sh build|test|bench …
set -euo pipefail
cd "$(dirname "$0")/.."

rust_at_least=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
node_at_least=20.19
problems=0

problem() {
  problems=$((problems + 1))
  printf 'missing: %s\n     get: %s\n' "$1" "$2" >&2
}

# at_least VERSION MINIMUM: succeeds if VERSION is at least MINIMUM.
at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

need_rust() {
  local get="https://rustup.rs (rust-toolchain of this project: $rust_at_least or newer), or: rustup update stable" found
  if ! command -v cargo >/dev/null || ! command -v rustc >/dev/null; then
    problem "cargo and rustc $rust_at_least or newer" "$get"
    return
  fi
  found=$(rustc --version | cut -d' ' -f2)
  at_least "${found%%-*}" "$rust_at_least" || problem "rustc $rust_at_least or newer (found $found)" "$get"
}

need_node() {
  local get="https://nodejs.org, or your system's package manager (nodejs and npm); it builds the web app and is not needed to run it" found
  if ! command -v node >/dev/null; then
    problem "node $node_at_least or newer" "$get"
  else
    found=$(node --version)
    at_least "${found#v}" "$node_at_least" || problem "node $node_at_least or newer (found ${found#v})" "$get"
  fi
  command -v npm >/dev/null || problem npm "$get"
}

need_cc() {
  command -v cc >/dev/null ||
    problem "cc, a C compiler (SQLite and QuickJS are built from source)" "Debian/Ubuntu: apt-get install build-essential; macOS: xcode-select --install"
}

need_build() {
  need_rust
  need_node
  need_cc
}

need_test() {
  need_build
  need_java
  need_python
  scripts/find-chromium.sh >/dev/null 2>&1 ||
    problem "Chromium or Chrome, for the browser tests" "scripts/install-chromium.sh (Debian/Ubuntu, as root), or set CHROMIUM to its path"
  [ -n "${TOWNPERK_TEST_POSTGRES_URL:-}" ] || scripts/find-postgres.sh >/dev/null 2>&1 ||
    problem "PostgreSQL's server programs, for the database tests" "scripts/install-postgres.sh (Debian/Ubuntu, as root), or set TOWNPERK_TEST_POSTGRES_URL to a server that may be written to"
}

need_java() {
  command -v java >/dev/null && java -version >/dev/null 2>&1 ||
    problem "java, for the W3C's HTML checker" "scripts/install-packages.sh default-jre-headless (Debian/Ubuntu, as root), or your system's package manager"
}

need_python() {
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    problem "python3 (3.10 or newer) with venv, for the API tests" "scripts/install-packages.sh python3-venv (Debian/Ubuntu, as root), or your system's package manager"
}

need_bench() {
  need_build
  local tool
  for tool in wrk nginx python3; do
    PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$tool" >/dev/null ||
      problem "$tool, for the measurements" "scripts/install-packages.sh $tool (Debian/Ubuntu, as root), or your system's package manager"
  done
}

for part in "${@:-build}"; do
  case $part in
    build | test | bench) "need_$part" ;;
    *) echo "need.sh: unknown part '$part'; known are: build test bench" >&2; exit 2 ;;
  esac
done

if [ "$problems" -gt 0 ]; then
  echo "Nothing was started. Get what is missing above, then run the same command again." >&2
  exit 1
fi
