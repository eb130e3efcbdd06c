// swift-tools-version: 6.0
import PackageDescription

let rubi = Target.Dependency.product(name: "Rubi", package: "rubi")

// Fuzzing, apart from the package itself: it links only with the fuzzer of the toolchain (`make fuzz`).
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "rubi", path: "..")],
    targets: [
        .target(name: "CFuzzer"),
        .target(name: "FuzzSupport", dependencies: ["CFuzzer"]),
        .executableTarget(name: "FuzzDecoding", dependencies: ["FuzzSupport", rubi]),
        .executableTarget(name: "FuzzReading", dependencies: ["FuzzSupport", rubi]),
        .executableTarget(name: "FuzzLines", dependencies: ["FuzzSupport", rubi]),
        .executableTarget(name: "FuzzFonts", dependencies: ["FuzzSupport", rubi]),
        // The command's reader of records: a link to its source.
        .executableTarget(name: "FuzzRecords", dependencies: ["FuzzSupport", rubi]),
    ],
    swiftLanguageModes: [.v6]
)
