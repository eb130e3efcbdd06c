# make demo: builds rubi and typesets Examples/story.txt. make test: all tests. Each sets up the machine first (scripts/setup).
PREFIX ?= /usr/local
RUBI := .build/release/rubi
# Access that the tests' builds check as the program runs.
FAST := -Xswiftc -enforce-exclusivity=unchecked
man := $(DESTDIR)$(PREFIX)/share/man/man1/rubi.1
man_ja := $(DESTDIR)$(PREFIX)/share/man/ja/man1/rubi.1
bash := $(DESTDIR)$(PREFIX)/share/bash-completion/completions/rubi
zsh := $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_rubi
fish := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rubi.fish

.PHONY: all setup build demo test test-spark test-asan test-tsan fuzz fuzz-smoke fuzz-build fuzz-fonts bench bench-peers lint documentation docs gallery install install-files uninstall deb tarball clean

all: build

setup:
	@scripts/setup

build: setup
	swift build -c release --static-swift-stdlib --product rubi $(FAST)

demo: build
	@scripts/demo $(RUBI) Examples/story.txt demo

test: setup build
	swift test

# Fuzzing with the address sanitizer, leaks too. fuzz runs the targets in turn, or those in FUZZ_TARGET, FUZZ_SECONDS each; fuzz-smoke all in a minute. What is found is in Fuzz/work.
FUZZ_TARGET ?= Decoding Reading Lines Records Fonts
FUZZ_SECONDS ?= 3600
FUZZER = SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=handle_sigill=1:detect_leaks=1 Fuzz/.build/release/Fuzz$$target -timeout=5 -print_final_stats=1 -artifact_prefix=Fuzz/work/$$target-
FUZZ_INPUTS = $$(test $$target = Fonts && echo -max_len=65536 || echo -max_len=600 -dict=Fuzz/work/notation.dict) Fuzz/work/corpus/$$target Fuzz/work/seeds/$$target

fuzz-build: setup
	swift build --package-path Fuzz -c release -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
	scripts/fuzz-seeds Fuzz/work/seeds Fuzz/work/notation.dict
	scripts/mutate-fonts --seeds-only Fuzz/work/seeds/Fonts $(RUBI)
	for target in $(FUZZ_TARGET); do mkdir -p Fuzz/work/corpus/$$target Fuzz/work/seeds/$$target; done

fuzz: fuzz-build
	set -e; for target in $(FUZZ_TARGET); do $(FUZZER) -max_total_time=$(FUZZ_SECONDS) $(FUZZ_INPUTS); done

fuzz-smoke: fuzz-build
	set -e; for target in $(FUZZ_TARGET); do $(FUZZER) -max_total_time=12 $(FUZZ_INPUTS); done

# Ten thousand damaged fonts: each is refused with a message or gives a result.
fuzz-fonts: build
	scripts/mutate-fonts $(RUBI)

# The tests under the address and the thread sanitizer, in builds of their own; ASAN_TESTS and TSAN_TESTS are filters of swift test.
ASAN_TESTS ?= AnyText|SourceText|Trust|Shaper|Case
TSAN_TESTS ?= Jobs|Batch|RecordFilter
test-asan: setup
	swift test --scratch-path .build/asan --sanitize address --filter '$(ASAN_TESTS)'

test-tsan: setup
	swift test --scratch-path .build/tsan --sanitize thread --filter '$(TSAN_TESTS)'

# CPU time as ratios to raw HarfBuzz, in one run. BENCH=FILE… measures manuscripts of your own.
bench: build
	Bench/bench.py --rubi $(RUBI) $(BENCH)

# The same manuscript to PDF in other typesetters, which it installs: about a gigabyte.
bench-peers: build
	PACKAGES="texlive-lang-japanese texlive-latex-extra texlive-luatex" scripts/setup
	python3 -m venv .build/peers
	.build/peers/bin/pip install -q 'jtypeset[md]'
	Bench/peers.py --rubi $(RUBI) --peers-python .build/peers/bin/python $(BENCH)

# The Spark job in local mode, with PySpark in a folder of its own.
test-spark: build
	python3 -m venv .build/spark
	.build/spark/bin/pip install -q pyspark pandas pyarrow
	.build/spark/bin/python Integrations/spark/test_rubi_spark.py $(RUBI)

lint:
	swift format lint --strict --recursive Package.swift Sources Tests

# The pages that rubi itself prints.
documentation: build
	$(RUBI) help options --lang en > Documentation/options.md
	$(RUBI) help options --lang ja > Documentation/options.ja.md
	scripts/rule-table > Documentation/rules.md

# The documentation of the library, as docc archives in the folder docs.
docs:
	swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
	scripts/docs "$$(swift build --show-bin-path)/../symbolgraph" docs

# The pictures of Documentation/gallery.md and of the README.
gallery: build
	scripts/gallery $(RUBI)
	$(RUBI) -q Examples/story.txt --page bunko --format png --sheet 3x1 --dpi 100 -o Documentation/pictures/pages.png
	$(RUBI) -q Examples/story.txt --page genko --format png --dpi 60 --sheet 1x1 -o Documentation/pictures/genko.png
	$(RUBI) -q Examples/story.txt --page a6 --direction horizontal --format png --sheet 3x1 --dpi 100 -o Documentation/pictures/horizontal.png

install: build install-files

# What is built is put in its place; PREFIX, and DESTDIR for packages.
install-files:
	install -D -m 755 $(RUBI) $(DESTDIR)$(PREFIX)/bin/rubi
	mkdir -p $(dir $(man)) $(dir $(man_ja)) $(dir $(bash)) $(dir $(zsh)) $(dir $(fish))
	$(RUBI) help man --lang en > $(man)
	$(RUBI) help man --lang ja > $(man_ja)
	$(RUBI) help bash > $(bash)
	$(RUBI) help zsh > $(zsh)
	$(RUBI) help fish > $(fish)

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/rubi $(man) $(man_ja) $(bash) $(zsh) $(fish)

# A Debian package, and an archive that runs where it is unpacked, in the folder package.
deb: build
	scripts/package-deb $(RUBI) package

tarball: build
	scripts/package-tarball $(RUBI) package

clean:
	swift package clean
	rm -rf demo package docs Fuzz/work Fuzz/.build
