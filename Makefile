# One command from a fresh machine: `make run`, `make test`. Needs make plus one of: deno, npm, curl with unzip.
DENO_VERSION := 2.9.6
export DENO_DIR ?= $(CURDIR)/.tools/cache
export DENO_NO_UPDATE_CHECK := 1
DENO := $(CURDIR)/.tools/deno-$(DENO_VERSION)
SRC := $(shell find src scripts migrations vite.config.ts -type f 2>/dev/null)
WEB := $(shell find web src/contract src/shared vite.config.ts -type f -not -path 'web/dist/*' -not -path 'web/e2e/*' 2>/dev/null)

.PHONY: run dev test check calls old-files binary compile e2e bench crash flood fuzz chromium languages strace pebble proxies clean

run: web/dist/index.html
	$(DENO) run -A src/main.ts serve --demo

dev: node_modules/.ok
	$(DENO) run -A scripts/dev.ts

# All of them, or those whose path has these words: make test ONLY=quick_replies
test: web/dist/index.html build/balcao chromium languages strace pebble proxies
	$(DENO) task -q test --project server --project server-apart --project web --project e2e $(ONLY)

e2e: web/dist/index.html chromium
	$(DENO) task -q test --project e2e $(ONLY)

# Two hundred deaths in the middle of traffic; `make test` dies ten times.
crash: node_modules/.ok
	BALCAO_KILLS=200 $(DENO) task -q test --project server-apart src/app/crash_test.ts src/bot/crash_test.ts src/campaigns/crash_test.ts src/send_api/crash_test.ts src/meta/crash_test.ts src/set_up/crash_test.ts
	BALCAO_KILLS=100 $(DENO) task -q test --project server-apart src/backups/crash_test.ts src/exports/crash_test.ts src/restoring/crash_test.ts src/moving/crash_test.ts src/upgrades/crash_test.ts

check: node_modules/.ok
	$(DENO) task -q check

# docs/calls.md, from the contract; `make check` compares the two.
calls: node_modules/.ok
	$(DENO) task -q calls

# The files of the newest schemas, for the tests of upgrades to later ones: to be made when a version is released.
old-files: node_modules/.ok
	$(DENO) run -A scripts/old_files.ts

bench: web/dist/index.html build/balcao
	@command -v wrk >/dev/null || { apt-get update -qq && apt-get install -y -qq wrk >/dev/null; }
	$(DENO) run -A src/bench/main.ts
	$(DENO) task -q test --project measure

# Longer than `make test` does it: FUZZ_SECONDS for each of the fuzz tests; a failure prints the FUZZ_SEED that repeats it.
fuzz: node_modules/.ok
	FUZZ_SECONDS=$${FUZZ_SECONDS:-300} $(DENO) task -q test --project server-apart fuzz --testTimeout 0

flood: node_modules/.ok
	$(DENO) run -A scripts/flood.ts

binary: build/balcao

$(DENO):
	@mkdir -p .tools
	@if command -v deno >/dev/null && deno --version | grep -q '^deno $(DENO_VERSION) '; then ln -sf "$$(command -v deno)" $@; \
	elif command -v npm >/dev/null; then npm install --prefix .tools/npm --no-save --no-audit --no-fund --ignore-scripts --loglevel=error deno@$(DENO_VERSION) >/dev/null \
	  && ln -sf "$$(ls -d $(CURDIR)/.tools/npm/node_modules/@deno/*/deno | head -1)" $@; \
	else curl -fsSL https://deno.land/install.sh | DENO_INSTALL=$(CURDIR)/.tools/curl sh -s -- -y v$(DENO_VERSION) && ln -sf $(CURDIR)/.tools/curl/bin/deno $@; fi
	@$@ --version >/dev/null && touch -h $@

node_modules/.ok: deno.json deno.lock | $(DENO)
	$(DENO) ci -q
	@touch $@

web/dist/index.html: $(WEB) node_modules/.ok
	$(DENO) task -q web
	@touch $@

# The browsers for the end-to-end tests, from Debian, only where they are missing; the headless shell is the quick one.
chromium:
	@command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-headless-shell >/dev/null; } \
	  || command -v chromium chromium-browser google-chrome

# What the examples of the API's page are written in: each is run by a test.
languages:
	@{ command -v php && command -v curl && php -m | grep -q curl && /usr/bin/python3 -c 'import requests'; } >/dev/null 2>&1 \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq php-cli php-curl python3-requests curl >/dev/null; }

# What the test of the power cuts records a server with.
strace:
	@command -v strace >/dev/null || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq strace >/dev/null; }

# An authority for certificates, from Debian, for the tests of https.
pebble:
	@{ command -v pebble && command -v pebble-challtestsrv; } >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends pebble >/dev/null; }

# The proxies whose configurations docs/operations.md shows, for the tests of them.
proxies:
	@{ command -v nginx && command -v caddy && command -v haproxy && command -v curl; } >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light caddy haproxy curl >/dev/null; }

build/stage: $(SRC) web/dist/index.html
	rm -rf $@ && mkdir -p $@/src/node_modules/@libsql $@/web
	$(DENO) bundle -q --platform deno --code-splitting --minify --outdir $@/src src/main.ts src/contact_lists/sheet_reader.ts src/backups/check_file.ts src/exports/work_apart.ts src/upgrades/upgrade_copies.ts
	cp -r migrations $@/ && cp -r web/dist $@/web/ && cp -L $(DENO) $@/deno
	cp --parents src/*simulator/page/*.html src/*simulator/page/*.css src/*simulator/page/*.js $@/
	cp -rL node_modules/.deno/@libsql+linux-*-gnu@*/node_modules/@libsql/linux-*-gnu $@/src/node_modules/@libsql/
	@touch $@

build/balcao: build/stage
	$(DENO) run -A scripts/pack.ts $< $@ balcao

# The official packer, on the same stage folder; it downloads a runtime of its own.
compile: build/stage
	cd build/stage && $(DENO) compile -A --unstable-net --v8-flags=--expose-gc --no-check --no-config --node-modules-dir=manual --include migrations --include web/dist \
	  --include src --include src/node_modules --output ../balcao-compiled src/main.js

clean:
	rm -rf node_modules web/dist build
