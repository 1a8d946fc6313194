# bgdiag: what a user and a maintainer run. Every target says what it does before it does it.
PREFIX ?= /usr/local
SWIFT ?= swift
# The Swift runtime is linked in: the command starts in a few milliseconds and needs no toolchain to run.
RELEASE = $(SWIFT) build -c release --static-swift-stdlib

.PHONY: demo test install uninstall release ready packages lint generate clean

## demo: install what is missing, build a release, diagnose a few of samples/
demo: packages release
	@echo
	@echo '== one report in full: bgdiag analyze samples/crash/dump-ios9-bknewprocess-three-named/input.crash'
	@.build/release/bgdiag analyze samples/crash/dump-ios9-bknewprocess-three-named/input.crash || case $$? in 1) ;; *) exit 1 ;; esac
	@echo
	@echo '== every sample, a line per incident: bgdiag analyze --quiet samples/*/*/input*'
	@.build/release/bgdiag analyze --quiet samples/*/*/input* || case $$? in 1|3) ;; *) exit 1 ;; esac
	@echo
	@echo 'Now your own: .build/release/bgdiag analyze PATH'

## test: everything CI runs, on a machine with nothing but a Swift toolchain
test: packages lint
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

## install: the release binary to $(PREFIX)/bin, without debug symbols
install: release
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 .build/release/bgdiag '$(DESTDIR)$(PREFIX)/bin/bgdiag'
	strip '$(DESTDIR)$(PREFIX)/bin/bgdiag' 2>/dev/null || true

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/bgdiag'

release: packages
	$(RELEASE) --product bgdiag

## ready: all a maintainer runs before a commit
ready: generate lint test

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

## generate: tables and pages that are made from rules/ and the code
generate:
	$(SWIFT) build --product bgdiag-dev
	.build/debug/bgdiag-dev embed
	$(SWIFT) build --product bgdiag-dev
	.build/debug/bgdiag-dev docs

## packages: the system libraries; the script says what it runs
packages:
	@sh .ci/packages

clean:
	rm -rf .build
