#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests, or fails. CHROMIUM overrides the search.
set -euo pipefail

if [ -n "${CHROMIUM:-}" ]; then
  [ -x "$CHROMIUM" ] || { echo "CHROMIUM is set to $CHROMIUM, which is not a program" >&2; exit 1; }
  echo "$CHROMIUM"
  exit
fi
# The one without windows takes a third less time.
for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
  "/Applications/Chromium.app/Contents/MacOS/Chromium" \
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
  if path=$(command -v "$name"); then
    echo "$path"
    exit
  fi
done
echo "no Chromium or Chrome found; install one or set CHROMIUM to its path" >&2
exit 1
