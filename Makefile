# One command from a fresh machine: `make run`, `make test`. Needs make plus one of: deno, npm, curl with unzip.
DENO_VERSION := 2.9.6
export DENO_DIR ?= $(CURDIR)/.tools/cache
export DENO_NO_UPDATE_CHECK := 1
DENO := $(CURDIR)/.tools/deno-$(DENO_VERSION)

$(DENO):
	@mkdir -p .tools
	@if command -v deno >/dev/null && deno --version | grep -q '^deno $(DENO_VERSION) '; then ln -sf "$$(command -v deno)" $@; \
	elif command -v npm >/dev/null; then npm install --prefix .tools/npm --no-save --no-audit --no-fund --ignore-scripts --loglevel=error deno@$(DENO_VERSION) >/dev/null \
	  && ln -sf "$$(ls -d $(CURDIR)/.tools/npm/node_modules/@deno/*/deno | head -1)" $@; \
	else curl -fsSL https://deno.land/install.sh | DENO_INSTALL=$(CURDIR)/.tools/curl sh -s -- -y v$(DENO_VERSION) && ln -sf $(CURDIR)/.tools/curl/bin/deno $@; fi
	@$@ --version >/dev/null && touch -h $@

.PHONY: run dev test check
SRC := $(shell find src web migrations vite.config.ts -type f -not -path 'web/dist/*' 2>/dev/null)

node_modules/.ok: deno.json deno.lock | $(DENO)
	$(DENO) ci -q
	@touch $@

web/dist/index.html: $(SRC) node_modules/.ok
	$(DENO) task -q web

run: web/dist/index.html
	$(DENO) run -A src/main.ts serve --demo
