.PHONY: all setup build test
all: build
setup:
	scripts/setup
build: setup
	swift build -c release --static-swift-stdlib --product rubi
test: setup
	swift test
