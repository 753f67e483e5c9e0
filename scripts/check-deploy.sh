#!/usr/bin/env bash
# Checks the files in deploy/ with the programs that read them. A program that isn't installed is skipped, and named
# (scripts/install-deploy-tools.sh gets them). The settings in these files are compared with the server's by the Rust tests.
# usage: scripts/check-deploy.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/sbin:/usr/local/sbin"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# has PROGRAM: whether it is there; in CI it has to be.
has() {
  command -v "$1" >/dev/null && return 0
  echo "skipped: $1 is not installed (scripts/install-deploy-tools.sh)"
  return 1
}

certificate() {
  mkdir -p "$work/certs"
  openssl req -quiet -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=coffee.example \
    -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null ||
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=coffee.example \
      -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
  cat "$work/fullchain.pem" "$work/privkey.pem" >"$work/certs/site.pem"
}

check_nginx() {
  sed "s|/etc/ssl/coffee.example|$work|" deploy/nginx.conf >"$work/site.conf"
  printf 'pid %s/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\ninclude %s/site.conf;\n}\n' \
    "$work" "$work" >"$work/nginx.conf"
  nginx -t -q -c "$work/nginx.conf"
}

check_haproxy() {
  sed -e "s|/etc/haproxy/certs/|$work/certs/|" -e '/^  user /d' -e '/^  group /d' deploy/haproxy.cfg >"$work/haproxy.cfg"
  haproxy -c -q -f "$work/haproxy.cfg"
}

check_caddy() {
  HOME=$work caddy validate --adapter caddyfile --config deploy/Caddyfile >"$work/caddy.log" 2>&1 ||
    { cat "$work/caddy.log" >&2; return 1; }
}

# The unit names a program and a user that this machine may lack.
check_systemd() {
  mkdir -p "$work/units"
  sed -e 's|^ExecStart=/usr/local/bin/townperk |ExecStart=/bin/true |' -e '/^User=/d' -e '/^Group=/d' \
    deploy/townperk.service >"$work/units/townperk.service"
  cp deploy/townperk.socket "$work/units/"
  systemd-analyze verify --man=no "$work/units/townperk.service" "$work/units/townperk.socket" >"$work/systemd.log" 2>&1 || true
  # Complaints about other units of this machine aren't about ours.
  if grep townperk "$work/systemd.log"; then return 1; fi
}

# Three failures, and three lines that only mention one. A Rust test compares the fixture's form with the real log.
check_fail2ban() {
  local found
  found=$(fail2ban-regex server/tests/fixtures/sign-in-failures.txt deploy/fail2ban/townperk-filter.conf |
    sed -n 's/.* \([0-9]*\) matched, \([0-9]*\) missed.*/\1 \2/p')
  [ "$found" = "3 3" ] || { echo "matched and missed: $found" >&2; return 1; }
}

check_promtool() {
  promtool check rules deploy/alerts.yml >/dev/null
}

# check PROGRAM FUNCTION FILES: stops at the first complaint.
check() {
  if has "$1"; then
    "$2"
    echo "ok: $3"
  fi
}

certificate
check nginx check_nginx deploy/nginx.conf
check haproxy check_haproxy deploy/haproxy.cfg
check caddy check_caddy deploy/Caddyfile
check systemd-analyze check_systemd "deploy/townperk.service, deploy/townperk.socket"
check promtool check_promtool deploy/alerts.yml
check fail2ban-regex check_fail2ban "deploy/fail2ban/townperk-filter.conf"
