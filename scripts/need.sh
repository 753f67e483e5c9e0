#!/usr/bin/env bash
# Finds every missing or outdated tool before anything else runs. What tests need is installed, as root on a Debian-like system;
# otherwise all of it is listed, with the one line that gets it.
# usage: scripts/need.sh build|test|bench …
set -euo pipefail
cd "$(dirname "$0")/.."

rust_at_least=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
node_at_least=20.19
problems=()
packages=()
# What no package of Debian's gets.
others=0

# problem WHAT GET [PACKAGE…]: GET says how where PACKAGEs of Debian's don't.
problem() {
  problems+=("missing: $1"$'\n'"     get: $2")
  if [ $# -gt 2 ]; then packages+=("${@:3}"); else others=$((others + 1)); fi
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
    problem "cc, a C compiler (SQLite and QuickJS are built from source)" "your system's package manager; macOS: xcode-select --install" build-essential
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
  need_chromium
  [ -n "${TOWNPERK_TEST_POSTGRES_URL:-}" ] || scripts/find-postgres.sh >/dev/null 2>&1 ||
    problem "PostgreSQL's server programs, for the database tests" "your system's package manager, or set TOWNPERK_TEST_POSTGRES_URL to a server that may be written to" postgresql
}

need_chromium() {
  if scripts/find-chromium.sh >/dev/null 2>&1; then return; fi
  if [ -n "${CHROMIUM:-}" ]; then
    problem "a program at $CHROMIUM, which CHROMIUM names" "set CHROMIUM to the path of Chromium or Chrome, or to nothing"
  else
    problem "Chromium or Chrome, for the browser tests" "your system's package manager, or set CHROMIUM to its path" chromium-headless-shell
  fi
}

need_java() {
  command -v java >/dev/null && java -version >/dev/null 2>&1 ||
    problem "java, for the W3C's HTML checker" "your system's package manager" default-jre-headless
}

need_python() {
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    problem "python3 (3.10 or newer) with venv, for the API tests" "your system's package manager" python3-venv
}

need_bench() {
  need_build
  local tool
  for tool in wrk nginx python3; do
    PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$tool" >/dev/null ||
      problem "$tool, for the measurements" "your system's package manager" "$tool"
  done
}

find_problems() {
  problems=() packages=() others=0
  local part
  for part in "$@"; do
    case $part in
      build | test | bench) "need_$part" ;;
      *) echo "need.sh: unknown part '$part'; known are: build test bench" >&2; exit 2 ;;
    esac
  done
}

may_install() {
  command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]
}

[ $# -gt 0 ] || set -- build
find_problems "$@"
case " $* " in
  *" test "*)
    if [ "${#packages[@]}" -gt 0 ] && [ "$others" -eq 0 ] && may_install; then
      echo "Installing what the tests need: ${packages[*]}"
      scripts/install-packages.sh "${packages[@]}" || echo "Not all of it can be installed."
      find_problems "$@"
    fi
    if [ -n "${CI:-}" ] && may_install; then
      command -v chromium-headless-shell >/dev/null || scripts/install-packages.sh chromium-headless-shell ||
        echo "Journeys take longer: chromium-headless-shell can't be installed."
      # Without them, the tests that use them are skipped and named.
      scripts/install-deploy-tools.sh || echo "Some tools for deploy/ can't be installed."
      scripts/install-pebble.sh || echo "Pebble, a certificate authority for tests, can't be installed."
    fi
    ;;
esac

if [ "${#problems[@]}" -gt 0 ]; then
  printf '%s\n' "${problems[@]}" >&2
  if [ "${#packages[@]}" -gt 0 ] && command -v apt-get >/dev/null; then
    echo "All of it that Debian has: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages[*]}" >&2
  fi
  echo "Nothing was started. Get what is missing above, then run the same command again." >&2
  exit 1
fi
