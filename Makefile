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

.PHONY: all setup build demo test test-spark fuzz fuzz-smoke fuzz-build bench bench-peers lint documentation docs gallery install install-files uninstall deb tarball clean

all: build

setup:
	@scripts/setup

build: setup
	swift build -c release --static-swift-stdlib --product rubi $(FAST)

demo: build
	@scripts/demo $(RUBI) Examples/story.txt demo

test: setup build
	swift test

# Fuzzing of the readers with the address sanitizer. fuzz runs until something is found, or for FUZZ_SECONDS; fuzz-smoke for a minute. What is found is in Fuzz/work.
FUZZ_SECONDS ?= 0
FUZZER := SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=handle_sigill=1 Fuzz/.build/release/FuzzReading -dict=Fuzz/work/notation.dict -max_len=600 -timeout=5 -artifact_prefix=Fuzz/work/

fuzz-build: setup
	swift build --package-path Fuzz -c release --product FuzzReading -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
	scripts/fuzz-seeds Fuzz/work/seeds Fuzz/work/notation.dict
	mkdir -p Fuzz/work/corpus

fuzz: fuzz-build
	$(FUZZER) -max_total_time=$(FUZZ_SECONDS) Fuzz/work/corpus Fuzz/work/seeds

fuzz-smoke: fuzz-build
	$(FUZZER) -max_total_time=60 -print_final_stats=1 Fuzz/work/corpus Fuzz/work/seeds

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
