#!/usr/bin/env bash
# Packs a built program with its documents, the files in deploy/ and its bill of materials into an archive with a checksum.
# The same input gives the same bytes.
# usage: scripts/dist.sh PROGRAM FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
folder=$2

version=$("$program" --version | sed -n 's/^townperk \([^ ]*\).*/\1/p')
target=$(rustc -vV | sed -n 's/^host: //p')
name=townperk-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/$name/docs" "$folder"
install -m 0755 "$program" "$work/$name/townperk"
install -m 0644 CHANGELOG.md LICENSE-APACHE LICENSE-MIT NOTICE README.md "$work/$name/"
cp -r deploy "$work/$name/"
cp -r docs/*.md docs/pictures "$work/$name/docs/"
node scripts/sbom.mjs "$target" >"$work/$name/sbom.cdx.json"

when=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --directory "$work" --sort=name --mtime="@$when" --owner=0 --group=0 --numeric-owner --mode=u+w,go-w "$name" |
  gzip -9n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
ls -lh "$folder/$name.tar.gz" "$folder/$name.tar.gz.sha256"
