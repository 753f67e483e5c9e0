#!/usr/bin/env bash
# Installs the programs that check the files in deploy/, and PgBouncer for its test, from Debian's packages, unless they are
# there.
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PATH:/usr/sbin"

missing=()
for pair in nginx:nginx-light haproxy:haproxy caddy:caddy systemd-analyze:systemd promtool:prometheus fail2ban-regex:fail2ban pgbouncer:pgbouncer openssl:openssl; do
  command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
[ "${#missing[@]}" -eq 0 ] || ./install-packages.sh "${missing[@]}"
echo "Tools for deploy/: there"
