#!/usr/bin/env bash
# Installs Chromium for the browser tests from Debian's packages, unless there is one.
set -euo pipefail
cd "$(dirname "$0")"

if path=$(./find-chromium.sh 2>/dev/null); then
  echo "Chromium: $path"
  exit
fi
./install-packages.sh chromium
echo "Chromium: $(./find-chromium.sh)"
