# Two commands set everything up: `make run` and `make test`.
PREFIX ?= /usr/local
PRODUCT ?= apus
FORMATTED := Package.swift Sources Tests Benchmarks Development Examples
# Each function has a section of its own, so that the linker drops what nobody calls and puts together what every start runs.
# Generic types are made by their accessors, not from their names, for which the runtime would search all conformances.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

.PHONY: run build test examples conformance pictures check format lint docs documentation bench sanitize fuzz install package clean help setup setup-tests

run: build ## opens the workbench on the shipped collections, with the embedded server
	@.build/release/apus demo

build: setup ## builds the release executable; PRODUCT=loader-bench builds another program in the same way
	@scripts/link-statically
	swift build $(RELEASE) --product $(PRODUCT)

test: setup-tests build ## builds the release executable and runs all tests; FILTER=KeymapTests runs those that match
	swift test $(if $(FILTER),--filter '$(FILTER)')

examples: build ## builds the package Examples and runs its programs against the embedded server
	scripts/examples

conformance: setup-tests ## refuses a stale docs/conformance.md; says so where the cases of others are not beside the project
	scripts/conformance --check

check: lint test examples conformance documentation ## what continuous integration runs: format, lint, build, all tests, examples, documentation; tests also refuse stale generated pages

format: ## formats the sources in place
	swift format -i -r -p $(FORMATTED)

lint: ## refuses what `make format` would change
	swift format lint --strict -r -p $(FORMATTED)

docs: setup-tests ## writes the generated pages and snapshots anew
	UPDATE_SNAPSHOTS=1 swift test --filter 'AppTests|CLITests|DemoServerTests|InterchangeTests|WidgetsTests|WorkspaceTests'

documentation: setup-tests ## builds the documentation of the libraries with DocC; refuses every warning
	@swift build
	@scripts/documentation

pictures: build ## takes the pictures of the documentation from the built program
	scripts/screenshot

bench: build ## measures the budgets beside their references
	scripts/setup --bench
	scripts/bench

sanitize: setup-tests ## runs the tests under the thread and the address sanitizer, each in a build of its own
	scripts/sanitize

fuzz: setup-tests ## gives every parser many inputs that are nearly right; FUZZ_COUNT and FUZZ_SEED choose them
	FUZZ_COUNT=$${FUZZ_COUNT:-20000} swift test --filter FuzzTests

# With sudo, what was built before is installed: root need not have Swift, and leaves no files of its own in .build.
install: $(if $(SUDO_USER),,build) ## installs the program and what it ships below PREFIX
	@[ -x .build/release/apus ] || { echo "install: nothing is built yet; run 'make build' first, without sudo" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/apus
	install -m 755 .build/release/apus $(DESTDIR)$(PREFIX)/bin/apus
	@# What debuggers need takes half of the file. The names of functions stay, for the report of a crash.
	strip -S $(DESTDIR)$(PREFIX)/bin/apus || echo "install: not stripped, which only takes room" >&2
	cp -R collections themes schemas $(DESTDIR)$(PREFIX)/share/apus/
	scripts/shell-files .build/release/apus $(DESTDIR)$(PREFIX)/share

package: build ## makes a .deb, a .tar.gz and a formula for Homebrew in .build/packages
	@scripts/package

clean: ## removes what was built
	rm -rf .build

help: ## lists these words
	@sed -n 's/^\([a-z]*\):.* ## \(.*\)/\1	\2/p' Makefile

setup:
	@scripts/setup

setup-tests:
	@scripts/setup --tests
