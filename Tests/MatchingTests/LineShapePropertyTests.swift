import Testing

@testable import Matching

@Suite struct LineShapePropertyTests {
    static let pieces = [
        "a", "b", " ", "\n", "{", "}", "{{", "}}", "{x}", "{y:word}", "{n:int}", "{h:hex}", "{s:seconds}", "{q:quoted}",
        "{p:process}", "{r:rest}", "{_}", "<", ">", "[", "]", "(", ")", "\"", "'", "\\", ":", "-", "0x", "12", ".",
        "pid: 7",
        ";", "app<", "é", "\0", "inf",
    ]

    @Test(arguments: [UInt64(1), 2, 3, 4]) func garbageNeverTrapsAndCapturesLieInside(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var matches = 0
        for _ in 0..<8000 {
            let text = random.garbage(from: Self.pieces, upTo: 9)
            guard let shape = try? LineShape(parsing: text) else { continue }
            for _ in 0..<6 {
                let line = random.garbage(from: Self.pieces, upTo: 24)
                for captures in [shape.match(line), shape.firstMatch(in: line)].compactMap(\.self) {
                    matches += 1
                    for hole in shape.holes.indices {
                        let range = captures[hole] ?? -1..<0
                        #expect(captures.range.lowerBound <= range.lowerBound, "\(text) \(line)")
                        #expect(range.upperBound <= captures.range.upperBound, "\(text) \(line)")
                    }
                    _ = captures.process("p")
                    _ = captures.double("s")
                    _ = captures.unsigned("h")
                }
            }
        }
        #expect(matches > 100)
    }

    @Test(arguments: [UInt64(5), 6]) func garbageHandlesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 { _ = ProcessHandleText.parse(random.garbage(from: Self.pieces, upTo: 16)) }
        for piece in ["<", "[", "app<", "<a: ", "(", "<A|<B|"] {
            _ = ProcessHandleText.parse(String(repeating: piece, count: 1000))
            #expect(ProcessHandleText.parse(String(repeating: piece, count: 9000)).name != nil)
        }
    }

    /// A line made by filling a shape's holes matches that shape, whole and within other text, with those captures.
    @Test(arguments: [UInt64(11), 12]) func filledShapesMatch(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let contents: [HoleType: [String]] = [
            .text: ["", "two words", "é"], .word: ["w", "a-b", "é"], .int: ["0", "-12"], .hex: ["0xff", "dead"],
            .seconds: ["1.5", "30", "inf"], .quoted: ["", "q r"], .process: ["app<a b(C)>:1", "A[1]", "My App"],
        ]
        for _ in 0..<2000 {
            var (shape, line, expected) = ("begin|", "begin|", [String]())
            for index in 0..<Int.random(in: 1...5, using: &random) {
                let type = random.pick(HoleType.allCases.filter { $0 != .rest })
                let content = random.pick(contents[type] ?? [])
                // No white space at the edges: it would merge with that of the contents.
                let separator = random.pick(["|", "; of ;", "~~"])
                shape += "{h\(index):\(type.rawValue)}" + separator
                line += (type == .quoted ? "\"\(content)\"" : content) + separator
                expected.append(content)
            }
            let parsed = try LineShape(parsing: shape + "end")
            for captures in [parsed.match(line + "end"), parsed.firstMatch(in: "begin x " + line + "end y")] {
                #expect(parsed.holes.map { captures?.string($0.name) ?? "no match" } == expected, "\(shape)")
            }
        }
    }

    /// What is worst for each kind of hole: quadratic work would take minutes, even unoptimised.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("a {x} b {n:int}", "a "), ("a {x} b", "a "), ("a{x:word}b{n:int}", "a"), ("{x:word}a{n:int}", "a"),
            (" x", " "),
            ("{t} a{n:int}", " a"), ("{p:process}a{n:int}", "a"), ("a{q:quoted}z", "a'"), ("a{p:process}b", "a<"),
            ("1{n:int}x", "1"), ("{p:process} a {p2:process} b", "<( a "), ("{a:int}{b:int}c", "1c"), ("x y z", "x y "),
        ])
    func linearTime(shape: String, unit: String) throws {
        let bytes = Array(repeating: Array(unit.utf8), count: 60_000 / unit.utf8.count).flatMap(\.self)
        let shape = try LineShape(parsing: shape)
        _ = shape.firstMatch(in: bytes)
        _ = shape.match(bytes)
    }
}
