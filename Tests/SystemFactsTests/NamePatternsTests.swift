import SystemFacts
import Testing

@Suite struct NamePatternsTests {
    @Test(arguments: [
        ("exact", "exact", true), ("exact", "exactly", false), ("pre*", "prefix", true), ("pre*", "pre", true),
        ("pre*", "a pre", false), ("prefix*", "prefixes", true), ("prefix*", "pref", false), ("*fix", "prefix", true),
        ("*fix", "fixed", false), ("*part*", "a part of it", true), ("*part*", "part", true), ("*part*", "par", false),
        ("*ab*", "xaby", true), ("*ab*", "a", false), ("__CFRunLoopRun", "CFRunLoopRun", true),
        ("CFRunLoopRun", "___CFRunLoopRun", true), ("_dispatch*", "dispatch_sync", true), ("**CFRun**", "x", false),
        ("", "x", false), ("*", "x", false), ("main", "**main**", false), ("main", "**main", true),
    ])
    func patternsMatchNames(pattern: String, name: String, expected: Bool) {
        #expect(NamePatterns([pattern], value: 1).contains(name) == expected)
    }

    @Test func everyMatchingPatternIsGiven() {
        var table = NamePatterns<Int>()
        for (index, pattern) in ["-[NSFoo bar]", "-[NSFoo*", "*bar]", "*Foo b*", "-*", "other"].enumerated() {
            table.add(pattern, index)
        }
        #expect(table.matches("-[NSFoo bar]").sorted() == [0, 1, 2, 3, 4])
        #expect(table.matches("nothing of it").isEmpty)
        #expect(table.matches("").isEmpty)
    }

    @Test func anEmptyTableMatchesNothing() {
        #expect(NamePatterns<Int>().matches("anything").isEmpty)
        #expect(NamePatterns<Int>([], value: 1).contains("") == false)
    }

    /// SplitMix64: the same numbers for the same seed.
    struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }

        mutating func word(_ count: Int) -> String {
            String((0..<Int.random(in: 0...count, using: &self)).map { _ in "aab_c".randomElement(using: &self)! })
        }
    }

    @Test(arguments: 0..<40) func agreesWithANaiveMatcher(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<10 {
            var patterns: [String] = []
            var table = NamePatterns<Int>()
            for index in 0..<30 {
                let stars = Int.random(in: 0..<4, using: &generator)
                let text = generator.word(7)
                let pattern = (stars & 1 == 1 ? "*" : "") + text + (stars & 2 == 2 ? "*" : "")
                patterns.append(pattern)
                table.add(pattern, index)
            }
            for _ in 0..<30 {
                let name = generator.word(12)
                let expected = patterns.indices.filter { naive(patterns[$0], name) }
                #expect(Set(table.matches(name)) == Set(expected), "\(name) among \(patterns)")
            }
        }
    }

    private func core(_ text: some StringProtocol) -> String { String(text.drop { $0 == "_" || $0 == "*" }) }

    private func naive(_ pattern: String, _ name: String) -> Bool {
        let startsOpen = pattern.hasPrefix("*") && pattern.count > 1
        let endsOpen = pattern.hasSuffix("*") && pattern.count > 1
        var text = pattern[...]
        if startsOpen { text = text.dropFirst() }
        if endsOpen, !text.isEmpty { text = text.dropLast() }
        let wanted = startsOpen ? String(text) : core(text)
        let name = core(name)
        guard !wanted.isEmpty else { return false }
        switch (startsOpen, endsOpen) {
        case (false, false): return name == wanted
        case (false, true): return name.hasPrefix(wanted)
        case (true, false): return name.hasSuffix(wanted)
        case (true, true): return name.contains(wanted)
        }
    }
}
