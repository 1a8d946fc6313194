import Testing

@testable import AppleFormats

/// What stands before the damage is kept, what is lost is said, and no text makes the reader trap or hang.
@Suite(.timeLimit(.minutes(2))) struct JSONDamageTests {
    @Test func truncationAtEveryByteKeepsEveryMemberBeforeTheCut() throws {
        let bytes = Array(sampleJSON.utf8)
        let full = try #require(json(sampleJSON).root)
        for cut in 1..<bytes.count {
            let document = JSONDocument.read(Array(bytes[..<cut]))
            let root = try #require(document.root, "cut at \(cut)")
            #expect(document.isTruncated, "cut at \(cut)")
            #expect(document.codes.contains(.jsonTruncated), "cut at \(cut)")
            #expect(!root.isComplete)
            expectKept(full, root, cut)
        }
    }

    /// Every value that ends before the cut is there and the same.
    private func expectKept(_ full: JSONValue, _ part: JSONValue, _ cut: Int) {
        if full.kind == .array {
            let kept = part.elements
            for (index, element) in full.elements.enumerated() where end(element) <= cut {
                #expect(index < kept.count && canonical(kept[index]) == canonical(element), "cut at \(cut)")
            }
            return
        }
        for key in full.keys {
            guard let value = full[key], value.byteRange.lowerBound < cut else { continue }
            if end(value) < cut || (end(value) == cut && value.kind != .number) {
                #expect(canonical(part[key]) == canonical(value), "\(key), cut at \(cut)")
            } else if value.kind == .object || value.kind == .array, let begun = part[key] {
                expectKept(value, begun, cut)
            }
        }
    }

    private func end(_ value: JSONValue) -> Int { value.byteRange.upperBound + (value.kind == .string ? 1 : 0) }

    /// A pid of 4321 that was cut to 43 would be another process.
    @Test(arguments: [#"{"a":1,"pid":43"#, #"{"a":1,"list":[7,43"#, #"{"a":1,"list":[7,-"#])
    func aNumberThatTheEndOfTheInputCutsIsNotGivenAsWhole(text: String) {
        let root = json(text).root
        #expect(root?["a"]?.int == 1)
        #expect(root?["pid"]?.int == nil)
        #expect(root?["list"]?.elements.compactMap(\.int) ?? [7] == [7])
    }

    @Test func everyMissingCommaIsRepaired() throws {
        let bytes = Array(sampleJSON.utf8)
        let expected = canonical(json(sampleJSON).root)
        // Commas inside strings are text.
        let commas = bytes.indices.filter { bytes[$0] == 0x2C && bytes[$0 + 1] != 0x20 }
        #expect(commas.count > 10)
        for comma in commas {
            var damaged = bytes
            damaged[comma] = 0x20
            #expect(canonical(JSONDocument.read(damaged).root) == expected, "comma at \(comma)")
        }
        #expect(json(#"{"a":1 "b":2}"#).codes == [.jsonMalformed])
    }

    @Test func colonsMayBeMissing() {
        #expect(canonical(json(#"{"a" 1,"b" {"c" "d"}}"#).root) == "{a:1,b:{c:\"d\"}}")
    }

    @Test(arguments: [
        (#"{"a":1],"b":2}"#, "{a:1,b:2}"), (#"{"a":[1,2}"#, "{a:[1,2]}"), (#"{"a":{"b":1]],"c":2}}"#, "{a:{b:1,c:2}}"),
        (#"[{"a":1],2]"#, "[{a:1}]"), (#"{"a":[{"b":1]},"c":3}"#, "{a:[{b:1}]}"),
    ])
    func strayClosersAreIgnoredOrCloseTheNearestOfTheirKind(text: String, expected: String) {
        let document = json(text)
        #expect(canonical(document.root) == expected)
        #expect(document.codes.contains(.jsonMalformed))
    }

    @Test(arguments: [
        (#"{"a":1,,"b":2}"#, "{a:1,b:2}"), (#"{"a":1,"b":2,}"#, "{a:1,b:2}"), ("[1,2,]", "[1,2]"),
        (#"{"a":,"b":2}"#, "{b:2}"), (#"{"a":oops,"b":2}"#, "{b:2}"), (#"{"a":1,b:3,"c":4}"#, "{a:1,c:4}"),
        (#"{"a":1,7:3,"c":4}"#, "{a:1,c:4}"), (#"{"a":NaN,"b":-inf}"#, "{b:-inf}"), (#"{"only"}"#, "{}"),
    ])
    func readsOnBehindWhatIsNoJSON(text: String, expected: String) {
        #expect(canonical(json(text).root) == expected)
    }

    @Test func anUnclosedStringEndsWithTheInput() {
        let document = json(#"{"a":1,"name":"Samp"#)
        #expect(document.isTruncated)
        #expect(document.root?["a"]?.int == 1)
        #expect(document.root?["name"]?.string == "Samp")
        #expect(json("\"\\").root?.string != nil)
        #expect(json("\"\\u12").root?.string != nil)
    }

    @Test func aMillionLevelsAreReadToTheLimitAndTheSiblingBehindThemIsKept() {
        let depth = 1_000_000
        var text = Array(#"{"before":1,"deep":"#.utf8)
        text += [UInt8](repeating: UInt8(ascii: "["), count: depth)
        text += [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        text += Array(#","behind":2}"#.utf8)
        let document = JSONDocument.read(text)
        #expect(document.root?["before"]?.int == 1)
        #expect(document.root?["behind"]?.int == 2)
        #expect(document.codes == [.depthLimit])
        #expect(document.root?["deep"]?.kind == .array)
        let open = JSONDocument.read([UInt8](repeating: UInt8(ascii: "["), count: depth))
        #expect(open.isTruncated)
        #expect(open.codes.contains(.depthLimit))
    }

    @Test func aMillionLevelsOfObjectsDoNotOverflowTheStack() {
        let text = String(repeating: "{\"a\":", count: 1_000_000) + "1" + String(repeating: "}", count: 1_000_000)
        let document = json(text)
        #expect(document.codes == [.depthLimit])
        #expect(document.root?["a"]?["a"]?.kind == .object)
        #expect(document.endOffset == text.utf8.count)
    }

    @Test func readingStopsWhenThereIsNothingButDamage() {
        let words = json("{" + String(repeating: "oops ", count: 100_000))
        #expect(words.endOffset < 10_000)
        #expect(words.isTruncated)
        #expect(words.issues.count < 20)
    }

    /// Each stray closer looks through the open containers, so without an end to repairs the time would be
    /// their product.
    @Test func strayClosersBehindManyOpenContainersDoNotCostTheirProduct() {
        let document = json(String(repeating: "[", count: 5_000) + String(repeating: "}", count: 20_000))
        #expect(document.isTruncated)
        #expect(document.endOffset < 15_000, "the closers were all read, at a cost of 5,000 steps each")
    }

    @Test func issuesSayWhereTheDamageIs() throws {
        let text = #"{"a":1 "b":2}"#
        let issue = try #require(json(text).issues.first)
        #expect(issue.offset.map { $0 >= 6 && $0 <= 10 } == true)
        #expect(json(#"{"a":1"#).issues.first?.offset == 6)
    }

    @Test(arguments: 0..<40) func randomBytesAndTokensNeverTrap(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        let pieces = [
            "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u", "\\ud83d", "1", "-", "true", "nul", "é", "\0", "\n", " ",
            "\"a\":", "\"b\"", "0x1F", "[[[[", "]]", "//",
        ]
        for _ in 0..<100 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<60, using: &generator) {
                if Int.random(in: 0..<8, using: &generator) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &generator))
                } else {
                    bytes += Array(pieces[Int.random(in: 0..<pieces.count, using: &generator)].utf8)
                }
            }
            for asMembers in [false, true] {
                let document = JSONDocument.read(bytes, asMembers: asMembers)
                #expect(document.endOffset <= bytes.count)
                exercise(document.root, in: bytes.count)
            }
        }
    }

    private func exercise(_ value: JSONValue?, in count: Int) {
        guard let value else { return }
        #expect(value.byteRange.upperBound <= count && value.byteRange.lowerBound <= value.byteRange.upperBound)
        _ = (value.int, value.unsigned, value.double, value.bool, value.text, value.string, value.path)
        for key in value.keys { exercise(value[key], in: count) }
        for element in value.elements { exercise(element, in: count) }
    }
}
