# One command per task, the same locally and in CI.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
SHELL := /usr/bin/env bash

export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1

TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
TOWNPERK := $(TARGET_DIR)/debug/townperk
COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null)
GENERATED := server/openapi.json web/src/api/schema.gen.ts
WEB_PACKAGES := web/node_modules/.package-lock.json
E2E_PACKAGES := e2e/node_modules/.package-lock.json
# Benchmarks and scripts have no packages of their own; the browser tests' linter checks them.
BENCH_BIOME := ../e2e/node_modules/.bin/biome check
REPORT_BIOME := $(BENCH_BIOME) --config-path ../bench/biome.json
BENCH_SOURCES := *.mjs lib lighthouse/*.mjs
WEB_SOURCES := $(shell find web -name node_modules -prune -o -name dist -prune -o -type f -print 2>/dev/null)

# --- Commands ---------------------------------------------------------------------------------------

.PHONY: run
run: build ## Build everything and serve the demo (prints the address and the data folder)
	$(TOWNPERK) serve --demo

.PHONY: test
test: ## Everything, to its end: formats, linters, types, generated files, all tests, documentation (ONLY="rust browser": these steps)
	@scripts/test.sh

.PHONY: quick
quick: ## While working: formats, linters, types, and the tests of the rooms whose files differ from main
	@scripts/quick.sh

.PHONY: fuzz-tests
fuzz-tests: web ## The property tests with new cases (CASES=20000: so many, where a test doesn't say how many; SEED=123 repeats a run)
	@scripts/fuzz-tests.sh

.PHONY: check
check: check-format check-rust check-web check-gen ## What `test` does before the tests: formats, linters, types, generated files

.PHONY: fmt
fmt: $(WEB_PACKAGES) $(E2E_PACKAGES) ## Format everything
	cargo fmt --all
	npm --prefix web run format
	npm --prefix e2e run format
	cd bench && $(BENCH_BIOME) --write $(BENCH_SOURCES)
	cd scripts && $(REPORT_BIOME) --write report quick

.PHONY: lint
lint: check-rust check-web ## Linters and types, without formats and generated files

.PHONY: gen
gen: build $(WEB_PACKAGES) ## Write the generated files: the API description and the web's types of it
	$(TOWNPERK) openapi > $(TARGET_DIR)/openapi.json
	cmp -s $(TARGET_DIR)/openapi.json server/openapi.json || cp $(TARGET_DIR)/openapi.json server/openapi.json
	@cp -p web/src/api/schema.gen.ts $(TARGET_DIR)/schema.gen.ts
	npm --prefix web run gen
	@# What is as it was stays as old as it was, so that nothing is built again.
	@cmp -s $(TARGET_DIR)/schema.gen.ts web/src/api/schema.gen.ts && touch -r $(TARGET_DIR)/schema.gen.ts web/src/api/schema.gen.ts || true

.PHONY: e2e
e2e: need-test build $(E2E_PACKAGES) ## Browser tests alone, against the built binary (ARGS="…" goes to Playwright)
	npm --prefix e2e test -- $(ARGS)

.PHONY: pictures
pictures: need-test build $(E2E_PACKAGES) ## Make the pictures of the README and docs/tour.md again, from a running demo
	npm --prefix e2e run pictures

.PHONY: schemathesis
schemathesis: need-test build ## Test the API against its own description alone
	scripts/schemathesis.sh

.PHONY: lighthouse
lighthouse: need-test build ## Lighthouse on home, a town, a shop and an article: median of five, mobile
	npm --prefix bench/lighthouse ci
	node bench/lighthouse/run.mjs $(ARGS)

.PHONY: bench
bench: need-bench release ## Measure against nginx and Node.js, into bench/RESULTS.md
	node bench/run.mjs $(ARGS)

.PHONY: bench-large
bench-large: need-build release ## Measure imports and searches at a million shops, into bench/RESULTS-large.md
	node bench/large.mjs $(ARGS)

.PHONY: bench-costs
bench-costs: need-build release ## Measure bodies, searches and answers that are made to be costly, into bench/RESULTS-costs.md
	node bench/costs.mjs $(ARGS)

.PHONY: bench-panel
bench-panel: need-test release $(E2E_PACKAGES) ## Measure a working day in the panel, and votes beside a bulk edit, into bench/RESULTS-panel.md
	node bench/panel.mjs $(ARGS)

.PHONY: release
release: web ## Build the binary for production: target/release/townperk
	TOWNPERK_COMMIT=$(COMMIT) cargo build --release --package townperk
	@ls -lh $(TARGET_DIR)/release/townperk

.PHONY: dist
dist: release ## Pack the program, its documents and its bill of materials: target/dist/townperk-….tar.gz
	scripts/dist.sh $(TARGET_DIR)/release/townperk $(TARGET_DIR)/dist

.PHONY: lines
lines: ## Count the lines of code, and name the files of more than 400
	@node scripts/count-lines.mjs

.PHONY: docs
docs: web ## Build the documentation of the Rust code, warnings denied
	RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --document-private-items

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- Helpers ----------------------------------------------------------------------------------------

.PHONY: need-build need-test need-bench
need-build need-test need-bench: need-%:
	@scripts/need.sh $*

# `run`, `test` and the browser tests share one profile, so that a fresh clone compiles everything once.
.PHONY: build
build: web
	cargo build --package townperk --package stripe-sandbox

.PHONY: packages
packages: $(WEB_PACKAGES) $(E2E_PACKAGES)

# The binary embeds the web app, so the app is built before any Rust is compiled or linted.
.PHONY: web
web: web/dist/routes.json

web/dist/routes.json: $(WEB_SOURCES) | $(WEB_PACKAGES)
	npm --prefix web run build
	@touch $@

# npm writes this file last, so an incomplete installation isn't mistaken for a complete one.
$(WEB_PACKAGES) $(E2E_PACKAGES): %/node_modules/.package-lock.json: %/package-lock.json | need-build
	npm --prefix $* ci
	@touch $@

.PHONY: check-format
check-format: | need-build
	cargo fmt --all --check

.PHONY: clippy
clippy: web
	cargo clippy --workspace --all-targets -- --deny warnings

.PHONY: check-rust
check-rust: clippy
	cargo check --package townperk --no-default-features # without the payment sandbox

.PHONY: check-web
check-web: $(WEB_PACKAGES) $(E2E_PACKAGES)
	npm --prefix web run lint # formats too
	npm --prefix web run typecheck
	npm --prefix e2e run lint
	cd bench && $(BENCH_BIOME) --error-on-warnings $(BENCH_SOURCES)
	cd scripts && $(REPORT_BIOME) --error-on-warnings report quick
	npm --prefix e2e run typecheck

.PHONY: check-gen
check-gen:
	@before=$$(cat $(GENERATED) | cksum); \
	$(MAKE) gen || exit 1; \
	[ "$$before" = "$$(cat $(GENERATED) | cksum)" ] || \
		{ echo "make gen has just changed $(GENERATED): commit them with the change that caused it" >&2; exit 1; }

.PHONY: check-weight
check-weight: web
	node web/scripts/weight.mjs
