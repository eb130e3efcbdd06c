// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "rubi",
    products: [
        .executable(name: "rubi", targets: ["rubi"]),
        .library(name: "Rubi", targets: ["Rubi"]),
    ],
    targets: [
        .systemLibrary(name: "CFontLibraries", pkgConfig: "harfbuzz-subset"),  // HarfBuzz, and FreeType with it
        .target(name: "CShaping", dependencies: ["CFontLibraries"], linkerSettings: ["fontconfig", "freetype"].map { .linkedLibrary($0) }),
        .target(name: "CLanguage", linkerSettings: ["icuuc", "icui18n"].map { .linkedLibrary($0) }),
        .target(name: "COutput", linkerSettings: ["deflate", "png", "jpeg"].map { .linkedLibrary($0) }),
        .target(name: "CSignals"),

        .target(name: "RubiText", dependencies: ["CLanguage"]),
        .target(name: "RubiMarkup", dependencies: ["RubiText"]),
        .target(name: "RubiShaping", dependencies: ["CShaping", "RubiText"]),
        .target(name: "RubiLayout", dependencies: ["RubiText", "RubiMarkup", "RubiShaping"]),
        .target(name: "RubiOutput", dependencies: ["COutput", "CShaping", "RubiText", "RubiMarkup", "RubiShaping", "RubiLayout"]),
        .target(name: "RubiReadings", dependencies: ["CLanguage", "RubiText", "RubiMarkup"]),
        .target(
            name: "Rubi",
            dependencies: [
                "CLanguage", "CShaping", "COutput", "RubiText", "RubiMarkup", "RubiShaping", "RubiLayout", "RubiOutput", "RubiReadings",
            ]),
        .executableTarget(name: "rubi", dependencies: ["CLanguage", "CSignals", "Rubi"]),

        .testTarget(name: "RubiTextTests", dependencies: ["RubiText"]),
        .testTarget(name: "RubiMarkupTests", dependencies: ["RubiMarkup", "RubiOutput"]),
        .testTarget(name: "RubiShapingTests", dependencies: ["RubiShaping"]),
        .testTarget(name: "RubiLayoutTests", dependencies: ["RubiLayout"]),
        .testTarget(name: "RubiOutputTests", dependencies: ["RubiOutput"]),
        .testTarget(name: "RubiReadingsTests", dependencies: ["RubiReadings", "RubiOutput"]),
        .testTarget(name: "RubiTests", dependencies: ["Rubi", "rubi"], exclude: ["Golden"]),
    ],
    swiftLanguageModes: [.v6]
)
