# `make help` lists the targets. Each one installs what it lacks first (scripts/setup), so that a clean clone needs
# nothing but Go, Node and npm; where packages are missing and you are not root it says which.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

export PATH := $(CURDIR)/.tools/node/bin:$(CURDIR)/.tools/bin:$(PATH)

# One static binary: nothing of it needs cgo. Version control is not asked, since a clone may belong to another user. The
# linker drops data for debuggers (-s -w): not making them takes a seventh off the compiler's time. The compiler collects
# its garbage more rarely than it would by itself (GOGC): that takes a fifth off its time, for half as much memory again.
GO_BUILD := CGO_ENABLED=0 go build -buildvcs=false -trimpath -gcflags=all=-dwarf=false -ldflags='-s -w' -toolexec='env GOGC=400'

# Builds and runs test/suite. It is built as the product is, so that both share what they compile.
SUITE := $(GO_BUILD) -o bin/suite ./test/suite && bin/suite

# Takes exactly what the lock file names and leaves the lock as it is. `npm ci` would refuse: it wants the lock to name the
# native parts of other platforms too, which not every registry carries.
NPM_INSTALL := npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error

# What the built web app is made from; when none of it is newer than the build, the build stands.
WEB_SOURCES := $(shell find web \( -name node_modules -o -name dist -o -name e2e -o -name apigen \) -prune \
	-o -type f ! -name '*.go' ! -name '*.gen.ts' -print)

.PHONY: help run check test proof journeys dev lint audit generate bench build soak

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build and start the demo channel; prints its addresses and logins
	@scripts/setup run
	@$(MAKE) --no-print-directory build
	@exec bin/grandstand demo

# Compares with another commit than the last: make check BASE=main~3.
BASE ?= HEAD

check: ## in minutes, before each commit: types, the tests of what changed and of what imports it, lint of the change
	@scripts/setup lint
	@$(MAKE) --no-print-directory web/node_modules/.installed
	@scripts/check $(BASE)

test: ## every test but the long ones: Go on both databases, web, and the real binary in a real browser
	@scripts/setup test
	@$(MAKE) --no-print-directory build
	@$(SUITE)

# Stages that could not start in this time are not run, and named: make journeys START_WITHIN=20m.
START_WITHIN ?= 0

proof: ## all that `make test` and `make journeys` run, in one go, with one sum at the end
	@scripts/setup test
	@$(MAKE) --no-print-directory build
	@$(SUITE) -start-within $(START_WITHIN) all

journeys: ## in a real browser: every screen, purchases on PostgreSQL, and the rest of the journeys that play video
	@scripts/setup test
	@$(MAKE) --no-print-directory build
	@$(SUITE) -start-within $(START_WITHIN) journeys screens

dev: ## the demo with the web app served by vite, which follows every edit
	@scripts/setup run
	@$(MAKE) --no-print-directory web/node_modules/.installed
	@scripts/dev

lint: ## format, lint, and check that generated files are what they would be if made now
	@scripts/setup lint
	@$(MAKE) --no-print-directory web/node_modules/.installed web/tools/apigen/node_modules/.installed
	@scripts/lint

audit: ## ask the databases of published faults about every pinned library
	@scripts/setup audit
	@scripts/audit

generate: ## write the OpenAPI description and the web app's client from the code
	@scripts/setup build
	@$(MAKE) --no-print-directory web/tools/apigen/node_modules/.installed
	@scripts/generate

bench: ## measure on this machine and write bench/README.md
	@scripts/setup bench
	@$(MAKE) --no-print-directory build bench/lighthouse/node_modules/.installed
	@go run ./bench

build: ## bin/grandstand with the web app in it
	@scripts/setup build
	@$(MAKE) --no-print-directory web/dist/routes.json
	@$(GO_BUILD) -tags web -o bin/grandstand ./cmd/grandstand

soak: ## players that are not ours, kills while the server records, makes clips and sells, of it, its database and its other node (SOAK_KILLS: how many), races, a web app whose effects and answers come late, every screen, every journey that plays a recording, every call (SOAK_REQUESTS), probes for what is others' (SOAK_PROBES) and every fuzz target (FUZZ_TIME), at length
	@scripts/setup soak
	@$(MAKE) --no-print-directory build test/players/node_modules/.installed
	@go test -tags e2e,soak -count 1 -timeout 420m -v -run Soak ./test/e2e/... ./internal/api ./internal/lease ./internal/media
	@go test -tags soak -count 1 -timeout 420m ./internal/commerce
	@go test -cpu 1 -count 1 -timeout 60m ./internal/...
	@go test -race -count 1 -timeout 60m ./internal/app/...
	@cd web && LATE_MS=60 npm run --silent test
	@go run ./test/fuzz

%/node_modules/.installed: %/package.json %/package-lock.json
	@cd $* && $(CURDIR)/scripts/retry "the packages of $*" $(NPM_INSTALL)
	@touch $@

web/dist/routes.json: web/node_modules/.installed $(WEB_SOURCES)
	@cd web && npm run --silent build
	@touch $@ # written before the compressed copies: only now is all of it there
