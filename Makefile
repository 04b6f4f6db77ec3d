# Two commands set everything up: `make run` and `make test`.
PREFIX ?= /usr/local
PRODUCT ?= apus
FORMATTED := Package.swift Sources Tests Benchmarks Development Examples
# Each function has a section of its own, so that the linker can remove unused functions and place those of the start together (decision 0010).
# Generic types are created directly, without the runtime's search for conformances (decision 0023).
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

.PHONY: run build test examples conformance pictures check format lint docs documentation bench sanitize fuzz install package try-package clean help setup setup-tests

run: build ## opens the workbench on the shipped collections, with the embedded server
	@.build/release/apus demo

build: setup ## builds the release executable; PRODUCT=loader-bench builds another program in the same way
	@scripts/link-statically
	swift build $(RELEASE) --product $(PRODUCT)

test: setup-tests build ## builds the release executable and runs all tests; FILTER=KeymapTests runs the matching tests
	swift test $(if $(FILTER),--filter '$(FILTER)')

examples: build ## builds the package Examples and runs its programs against the embedded server
	scripts/examples

conformance: setup-tests ## runs external test suites ($APUS_CORPORA); fails if docs/conformance.md is out of date; skips without the suites
	scripts/conformance --check

check: lint test examples conformance documentation try-package ## what continuous integration runs: format, lint, build, all tests, examples, documentation, the package; fails if generated pages are out of date

format: ## formats the sources in place
	swift format -i -r -p $(FORMATTED)

lint: ## checks the formatting
	swift format lint --strict -r -p $(FORMATTED)

docs: setup-tests ## regenerates the generated pages and snapshots
	UPDATE_SNAPSHOTS=1 swift test --filter 'AppTests|CLITests|DemoServerTests|InterchangeTests|WidgetsTests|WorkspaceTests'

documentation: setup-tests ## builds the documentation of the libraries with DocC; warnings are errors
	@swift build
	@scripts/documentation

pictures: build ## renders the pictures of the documentation with the built program
	scripts/screenshot

bench: build ## runs the benchmarks
	scripts/setup --bench
	scripts/bench

sanitize: setup-tests ## runs the tests under the thread and the address sanitizer, each in a build of its own
	scripts/sanitize

fuzz: setup-tests ## runs every parser on many almost valid inputs; FUZZ_COUNT and FUZZ_SEED choose them
	FUZZ_COUNT=$${FUZZ_COUNT:-20000} swift test --filter FuzzTests

# With sudo, the existing build is installed: root may not have Swift, and would leave files of its own in .build.
install: $(if $(SUDO_USER),,build) ## installs the program and its data below PREFIX
	@[ -x .build/release/apus ] || { echo "install: nothing is built yet; run 'make build' first, without sudo" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/apus $(DESTDIR)$(PREFIX)/share/doc/apus
	install -m 755 .build/release/apus $(DESTDIR)$(PREFIX)/bin/apus
	@# Debug information is half of the file. The names of functions stay, for crash reports.
	strip -S $(DESTDIR)$(PREFIX)/bin/apus || echo "install: not stripped; the file is larger" >&2
	cp -R collections themes schemas $(DESTDIR)$(PREFIX)/share/apus/
	cp -R LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs $(DESTDIR)$(PREFIX)/share/doc/apus/
	ln -sfn ../../apus/schemas $(DESTDIR)$(PREFIX)/share/doc/apus/schemas
	scripts/shell-files .build/release/apus $(DESTDIR)$(PREFIX)/share

package: build ## builds a .deb, a .tar.gz and a formula for Homebrew in .build/packages
	@scripts/package

try-package: package setup-tests ## installs the .deb on a bare Debian 12 in a folder and tries it there; says so where that is not possible
	@scripts/try-package

clean: ## removes the build products
	rm -rf .build

help: ## lists the targets
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/\1	\2/p' Makefile

setup:
	@scripts/setup

setup-tests:
	@scripts/setup --tests
