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
