#!/usr/bin/env bash
# Tests the served API against its own description: every check of schemathesis, a fixed seed, a few minutes at most.
# usage: scripts/schemathesis.sh [--seed NUMBER] [--as administrator|owner] [REPORT.xml]
# Signed-in runs only test endpoints that require a session, except signing out.
# Requires the built binary. Exceptions are in scripts/schemathesis.toml, each with its reason.
set -euo pipefail
cd "$(dirname "$0")/.."

seed=
actor=
while [ $# -gt 0 ]; do
  case $1 in
    --seed) seed=$2; shift 2 ;;
    --as) actor=$2; shift 2 ;;
    *) break ;;
  esac
done
report=${1:-}
password=schemathesis-signs-in
binary="$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/townperk"
config=$PWD/scripts/schemathesis.toml
python=$(scripts/install-schemathesis.sh)
folder=$(mktemp -d)
server=

cleanup() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap cleanup EXIT

port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
address=http://127.0.0.1:$port
# Settings in the developer's environment must not reach the server under test. A busy machine is neither a stuck render nor an
# outage of the database.
env -i PATH="$PATH" TOWNPERK_LISTEN="127.0.0.1:$port" TOWNPERK_DATA_DIR="$folder/data" TOWNPERK_ADMIN_PASSWORD="$password" \
  TOWNPERK_RENDER_DEADLINE_MS=20000 TOWNPERK_DATABASE_TIMEOUT_MS=20000 \
  "$binary" serve --demo=shops >"$folder/server.log" 2>&1 &
server=$!

ready() {
  "$python" -c 'import sys, urllib.request as u; sys.exit(u.urlopen(sys.argv[1], timeout=1).status != 200)' "$address/readyz" 2>/dev/null
}
for _ in $(seq 100); do
  if ready; then break; fi
  kill -0 "$server" 2>/dev/null || { cat "$folder/server.log" >&2; exit 1; }
  sleep 0.2
done
ready || { cat "$folder/server.log" >&2; exit 1; }

if [ "$actor" = owner ]; then
  # Use the owner's own shop in paths, so that tests get past "not yours".
  cp "$config" "$folder/config.toml"
  printf '\n[parameters]\n"path.slugOrId" = "${OWN_SHOP}"\n' >>"$folder/config.toml"
  config=$folder/config.toml
fi
options=(--config-file "$config" run "$address/api/openapi.json" --url "$address")
if [ -n "$seed" ]; then
  options+=(--seed "$seed")
fi
if [ -n "$actor" ]; then
  IFS=$'\t' read -r cookie OWN_SHOP < <("$python" scripts/schemathesis_session.py "$actor" "$address" "$folder/data" "$password")
  export OWN_SHOP
  case $actor in
    administrator) asked='^/api/(admin/|analytics$)' ;;
    owner) asked='^/api/(your-shop/|session|coffee-shops/[{]slugOrId[}]/(local-vibes|ownership)|local-vibes/)' ;;
  esac
  options+=(--header "Cookie: $cookie" --include-path-regex "$asked")
  options+=(--exclude-path-regex '/(logout|sessions|leave|hand-over|jobs/events)')
  # The run without a session tests the guards; here everything is allowed.
  options+=(--exclude-checks ignored_auth)
fi
if [ -n "$report" ]; then
  options+=(--report junit --report-junit-path "$report")
fi
# Run in the temporary folder, because it stores examples in the working directory, so a second run would differ.
cd "$folder"
"$(dirname "$python")/schemathesis" "${options[@]}"
