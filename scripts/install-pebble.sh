#!/usr/bin/env bash
# Installs Pebble, a certificate authority for tests, from Debian's packages, unless it is there.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v pebble >/dev/null || ! command -v pebble-challtestsrv >/dev/null; then
  ./install-packages.sh pebble
fi
echo "Pebble: $(command -v pebble)"
