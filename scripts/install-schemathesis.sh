#!/usr/bin/env bash
# Installs schemathesis from PyPI into its own folder in the target folder, once, and prints the path of its Python.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=scripts/schemathesis-requirements.txt
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
folder="$(cd "$target" && pwd)/schemathesis"

if ! cmp -s "$wanted" "$folder/installed.txt"; then
  rm -rf "$folder"
  python3 -m venv "$folder" >&2
  "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted" >&2
  cp "$wanted" "$folder/installed.txt"
fi
echo "$folder/bin/python"
