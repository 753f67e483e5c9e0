#!/bin/sh
# Cargo's runner for test programs: each test's line ends with its seconds. libtest knows the option only of a nightly compiler,
# or if this variable says so; nothing is compiled with it. Documentation tests run as they are.
case $1 in
  */deps/*) RUSTC_BOOTSTRAP=1 exec "$@" -Z unstable-options --report-time ;;
  *) exec "$@" ;;
esac
