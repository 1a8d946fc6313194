import Testing

@testable import Matching

@Suite struct TextPatternTests {
    func matches(_ kind: TextPattern.Kind, _ needle: String, _ text: String, _ options: StringOptions = []) -> Bool {
        TextPattern(kind, needle, options).matches(text)
    }

    @Test func foldsDiacritics() {
        for (accented, plain) in [
            ("Ångström", "angstrom"), ("e\u{301}te\u{301}", "ete"), ("ŽLUŤOUČKÝ", "zlutoucky"),
            ("Việt Nam ế ợ ặ", "viet nam e o a"),
            ("ЙОД ё", "иод е"), ("Ἀθήνα", "αθηνα"), ("ǖṩ", "us"), ("ø ß ł", "ø ß ł"), ("日本語", "日本語"),
        ] {
            #expect(matches(.equal, plain, accented, [.caseInsensitive, .diacriticInsensitive]), "\(accented)")
            #expect(matches(.equal, accented, plain, [.caseInsensitive, .diacriticInsensitive]), "\(accented)")
        }
        #expect(!matches(.equal, "angstrom", "Ångström", .diacriticInsensitive))
        #expect(matches(.equal, "Angstrom", "Ångström", .diacriticInsensitive))
        #expect(matches(.equal, "ÅNGSTRÖM", "ångström", .caseInsensitive))
        #expect(matches(.contains, "é", "cafe au lait", .diacriticInsensitive))
        #expect(matches(.equal, "k", "\u{212A}", .caseInsensitive))
    }

    @Test func emptyAndLong() {
        for kind: TextPattern.Kind in [.beginsWith, .endsWith, .contains] {
            #expect(matches(kind, "", "abc"))
            #expect(matches(kind, "", ""))
            #expect(!matches(kind, "abcd", "abc"))
            #expect(matches(kind, "ABC", "abc", .caseInsensitive))
            #expect(!matches(kind, "ABC", "", .caseInsensitive))
        }
        #expect(matches(.contains, "aab", String(repeating: "a", count: 100_000) + "b"))
        #expect(matches(.contains, "ababc", "abababc"))
        #expect(!matches(.contains, "ababd", "abababc"))
    }

    @Test func like() {
        for (pattern, text, expected) in [
            ("*", "", true), ("?", "", false), ("", "", true), ("", "a", false), ("a*b*c", "aXXbYYc", true),
            ("a*b*c", "aXXbYY", false), ("*abc", "ababc", true), ("a\\*b", "a*b", true), ("a\\*b", "axb", false),
            ("\\", "\\", true), ("?", "é", true), ("??", "é", false), ("*?", "é", true), ("**a**", "xay", true),
        ] {
            #expect(matches(.like, pattern, text) == expected, "\(pattern) \(text)")
        }
    }

    /// The prepared search says what the plain definition says.
    @Test(arguments: [UInt64(7), 8]) func agreesWithTheDefinition(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = ["a", "b", "A", "é", "É", "e\u{301}", "ж"]
        for _ in 0..<3000 {
            let text = random.garbage(from: letters, upTo: 12)
            let needle = random.garbage(from: letters, upTo: 4)
            for options: StringOptions in [[], .caseInsensitive, .diacriticInsensitive] {
                let a = Array((options.isEmpty ? text : TextFolding.fold(text, options)).utf8)
                let b = Array((options.isEmpty ? needle : TextFolding.fold(needle, options)).utf8)
                let contains = b.isEmpty || a.indices.contains { a[$0...].starts(with: b) }
                #expect(matches(.contains, needle, text, options) == contains, "\(text) \(needle)")
                // Bytes suffice for ASCII needles only: "e" begins "é" once that is decomposed.
                if text.utf8.allSatisfy({ $0 < 0x80 }) || options.isEmpty {
                    #expect(matches(.beginsWith, needle, text, options) == a.starts(with: b))
                    #expect(matches(.endsWith, needle, text, options) == a.reversed().starts(with: b.reversed()))
                }
            }
        }
    }
}
