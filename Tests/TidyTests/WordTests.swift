import Testing

/// Words that may not stand in the code.
@Suite struct WordTests {
    private static let sources = SourceTree.files(under: "Sources", suffix: ".swift")

    /// `path:line` of each line of code that the closure objects to.
    private func places(in paths: [String], where isBad: (String) -> Bool) -> [String] {
        paths.flatMap { path in
            (SwiftText.all[path]?.lines ?? []).enumerated().filter { isBad($0.element) }
                .map { "\(path):\($0.offset + 1)" }
        }
    }

    private func words(_ line: String) -> [Substring] { line.split { !($0.isLetter || $0.isNumber || $0 == "_") } }

    @Test func unsafeStandsInBytes() {
        let isUnsafe: (String) -> Bool = { line in
            words(line).contains { $0 == "unsafe" || $0.hasPrefix("Unsafe") || $0.hasPrefix("withUnsafe") }
        }
        #expect(places(in: Self.sources.filter { !$0.contains("/Bytes/") }, where: isUnsafe) == [])
        // The look would be blind if it found none at all.
        #expect(!places(in: Self.sources.filter { $0.contains("/Bytes/") }, where: isUnsafe).isEmpty)
    }

    @Test(arguments: ["fatalError(", "preconditionFailure(", "try!", "as!", "assertionFailure(", "@unchecked"])
    func nothingTraps(_ word: String) { #expect(places(in: Self.sources) { $0.contains(word) } == []) }

    @Test func nothingIsLeftToDo() {
        for path in SourceTree.swiftFiles where !path.hasSuffix("TidyTests/WordTests.swift") {
            for (number, line) in SourceTree.lines(path).enumerated() {
                for word in ["TODO", "FIXME", "XXX:"] { #expect(!line.contains(word), "\(path):\(number + 1)") }
            }
        }
    }

    /// The library and the command say nothing by themselves: `StandardStreams` does.
    @Test func nobodyPrints() {
        let quiet = Self.sources.filter { !$0.hasPrefix("Sources/bgdiag-dev/") }
        #expect(places(in: quiet) { words($0).contains("print") && $0.contains("print(") } == [])
    }

    /// A test that is turned off has a reason.
    @Test func noTestIsSwitchedOff() {
        let tests = SourceTree.files(under: "Tests", suffix: ".swift").filter { !$0.contains("/TidyTests/") }
        #expect(places(in: tests) { $0.contains(".disabled(") || $0.contains("withKnownIssue") } == [])
    }
}
