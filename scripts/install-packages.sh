#!/usr/bin/env bash
# Installs packages on Debian-based systems if permitted; otherwise prints what to install.
# usage: scripts/install-packages.sh PACKAGE…
set -euo pipefail

if ! command -v apt-get >/dev/null; then
  echo "This is not a Debian-like system: please install $* with its own package manager." >&2
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "Not root: please run  sudo apt-get update && sudo apt-get install $*" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -q -o Acquire::Retries=3 update </dev/null
apt-get -q -o Acquire::Retries=3 install -y --no-install-recommends "$@" </dev/null
