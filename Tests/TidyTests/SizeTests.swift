import Testing

/// Lengths. If one of these fails, split the file; do not raise the number.
@Suite struct SizeTests {
    private static let fileLimit = 400
    private static let functionLimit = 60

    @Test func filesAreShort() {
        #expect(SourceTree.swiftFiles.count > 100)
        for path in SourceTree.swiftFiles where !SourceTree.isGenerated(path) {
            let count = SourceTree.lines(path).count - 1
            #expect(count <= Self.fileLimit, "\(path): \(count) lines")
        }
    }

    @Test func functionsAreShort() {
        for (path, text) in SwiftText.all {
            for function in text.functions where function.length > Self.functionLimit {
                Issue.record("\(path):\(function.line): a function of \(function.length) lines")
            }
        }
    }

    /// The counter sees functions, and is not led astray by braces in strings and comments.
    @Test func functionsAreCounted() {
        let source = #"""
            struct A {
                /// { not here
                func one() { return }
                func two(
                    _ x: Int
                ) -> String {
                    // }
                    let text = "} \(x > 0 ? "}" : "{") \u{7d}"
                    /* } /* } */ */
                    return text + """
                        }
                        """
                }
                var three: Int {
                    func inner() -> Int {
                        3
                    }
                    return inner()
                }
                init() {
                }
                let four = #"}"}"#
            }
            """#
        let functions = SwiftText(source).functions.sorted { $0.line < $1.line }
        #expect(functions.map(\.line) == [3, 4, 14, 15, 20])
        #expect(functions.map(\.length) == [1, 10, 6, 3, 2])
    }

    @Test func linesAreCounted() {
        let text = SwiftText("a\n\"b\\\"c\" // d\n\"\"\"\n{\n\"\"\" e")
        #expect(text.lines == ["a", "\"\" ", "\"", "", "\" e"])
    }
}
