// swift-tools-version: 6.0
import PackageDescription

// Fuzzing, apart from the package itself: it links only with the fuzzer of the toolchain (`make fuzz`).
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "rubi", path: "..")],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(name: "FuzzReading", dependencies: ["CFuzzer", .product(name: "Rubi", package: "rubi")]),
    ],
    swiftLanguageModes: [.v6]
)
