// swift-tools-version: 6.2
// Floors (docs/architecture.md): a target may import only targets of a lower floor, and only
// EvidenceImport imports AppleFormats. Tests/TidyTests reads the imports and holds the manifest to it.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "bgdiag",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "bgdiag", targets: ["bgdiag"]),
        .library(name: "BGDiagKit", targets: ["BGDiagKit"]),
        .library(name: "AppleFormats", targets: ["AppleFormats"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3"),
    ],
    targets: [
        // system
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        // floor 0
        .target(name: "AppleFormats", dependencies: ["CLibXML2"], swiftSettings: strict),
        .target(name: "DiagnosticModel", swiftSettings: strict),
        .target(name: "Matching", swiftSettings: strict),
        .target(name: "SystemFacts", swiftSettings: strict),
        // floor 1
        .target(
            name: "EvidenceImport",
            dependencies: ["AppleFormats", "DiagnosticModel", "Matching", "SystemFacts"],
            swiftSettings: strict),
        .target(
            name: "ThreadAnalysis", dependencies: ["DiagnosticModel", "Matching", "SystemFacts"],
            swiftSettings: strict),
        .target(
            name: "RuleEngine",
            dependencies: [
                "DiagnosticModel", "Matching", "SystemFacts", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        .target(
            name: "AssertionTimeline", dependencies: ["DiagnosticModel", "Matching", "SystemFacts"],
            swiftSettings: strict),
        .target(name: "Reporting", dependencies: ["DiagnosticModel"], swiftSettings: strict),
        // floor 2
        .target(
            name: "BGDiagKit",
            dependencies: [
                "AssertionTimeline", "EvidenceImport", "ThreadAnalysis", "RuleEngine", "Reporting", "DiagnosticModel",
                "Matching", "SystemFacts",
            ],
            swiftSettings: strict),
        // floor 3
        .executableTarget(
            name: "bgdiag",
            dependencies: [
                "BGDiagKit", "DiagnosticModel", "EvidenceImport", "Matching", "Reporting", "RuleEngine", "SystemFacts",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "bgdiag-dev",
            dependencies: [
                "BGDiagKit", "DiagnosticModel", "EvidenceImport", "Matching", "Reporting", "RuleEngine", "SystemFacts",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        // tests
        .testTarget(
            name: "AssertionTimelineTests",
            dependencies: [
                "AssertionTimeline", "DiagnosticModel", "EvidenceImport", "Matching", "SystemFacts",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        .testTarget(name: "AppleFormatsTests", dependencies: ["AppleFormats"], swiftSettings: strict),
        .testTarget(name: "MatchingTests", dependencies: ["Matching"], swiftSettings: strict),
        .testTarget(
            name: "ReportingTests", dependencies: ["Reporting", "DiagnosticModel"], exclude: ["Goldens"],
            swiftSettings: strict),
        .testTarget(
            name: "EvidenceImportTests",
            dependencies: ["AppleFormats", "BGDiagKit", "DiagnosticModel", "EvidenceImport", "Matching"],
            swiftSettings: strict),
        .testTarget(
            name: "ThreadAnalysisTests", dependencies: ["DiagnosticModel", "ThreadAnalysis"], swiftSettings: strict),
        .testTarget(
            name: "RuleEngineTests", dependencies: ["DiagnosticModel", "Matching", "RuleEngine", "SystemFacts"],
            swiftSettings: strict),
        .testTarget(name: "SystemFactsTests", dependencies: ["Matching", "SystemFacts"], swiftSettings: strict),
        .testTarget(
            name: "BGDiagKitTests",
            dependencies: [
                "BGDiagKit", "DiagnosticModel", "EvidenceImport", "Reporting", "RuleEngine", "SystemFacts",
                .product(name: "CustomDump", package: "swift-custom-dump"), .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        .testTarget(name: "CommandTests", swiftSettings: strict),
        .testTarget(name: "TidyTests", swiftSettings: strict),
    ]
)
