import Testing

@testable import AppleFormats

@Suite struct JSONReaderTests {
    @Test func readsEveryKindOfValue() throws {
        let root = try #require(json(sampleJSON).root)
        #expect(root.kind == .object)
        #expect(root["pid"]?.int == 4321)
        #expect(root["share"]?.double == 0.25)
        #expect(root["isBeta"]?.bool == false)
        #expect(root["none"]?.kind == .null)
        #expect(root["name"]?.string == "Café \"Süd\" \\ 天気")
        #expect(root["termination"]?["code"]?.unsigned == 0x8BAD_F00D)
        #expect(root["threads"]?.elements.count == 2)
        #expect(root["threads"]?.elements[0]["frames"]?.elements[1]["imageOffset"]?.int == 2)
        #expect(root["absent"] == nil)
        #expect(json(sampleJSON).issues.isEmpty)
        #expect(root.isComplete)
    }

    @Test func byteRangesPointToTheWordsOfTheInput() throws {
        let document = json(sampleJSON)
        let name = try #require(document.root?["termination"]?["namespace"])
        #expect(String(decoding: document.bytes[name.byteRange], as: UTF8.self) == "FRONTBOARD")
        let flags = try #require(document.root?["termination"]?["flags"])
        #expect(String(decoding: document.bytes[flags.byteRange], as: UTF8.self) == "{}")
        #expect(document.root?.byteRange == 0..<document.bytes.count)
    }

    @Test func pathsLeadBackToTheValue() throws {
        let root = try #require(json(sampleJSON).root)
        #expect(root.path == "$")
        #expect(root["termination"]?["reasons"]?.elements[1].path == "$.termination.reasons[1]")
        #expect(
            root["threads"]?.elements[0]["frames"]?.elements[1]["imageOffset"]?.path
                == "$.threads[0].frames[1].imageOffset")
        #expect(root["last"]?.path == "$.last")
    }

    @Test func keysStandInTheirOrder() {
        #expect(json(#"{"b":1,"a":{"c":2},"z":[]}"#).root?.keys == ["b", "a", "z"])
    }

    @Test func ofEqualKeysTheFirstCounts() {
        let root = json(#"{"pid":1,"other":2,"pid":3}"#).root
        #expect(root?["pid"]?.int == 1)
        #expect(root?["other"]?.int == 2)
    }

    @Test func anEscapedKeyIsFoundAndNamedByItsMeaning() {
        let root = json(#"{"cpu\/memory":1,"p\u0069d":2}"#).root
        #expect(root?["cpu/memory"]?.int == 1)
        #expect(root?["pid"]?.int == 2)
        #expect(root?.keys == ["cpu/memory", "pid"])
    }

    @Test(arguments: [
        (#""a\nb\tc\rd\be\ff""#, "a\nb\tc\rd\u{8}e\u{C}f"), (#""\"\\\/""#, "\"\\/"), (#""\u00e9""#, "é"),
        (#""\u00E9""#, "é"), (#""\ud83d\ude80!""#, "🚀!"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude80x""#, "\u{FFFD}x"),
        (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\u12""#, "\u{FFFD}12"),
        (#""\uzzzz""#, "\u{FFFD}zzzz"), (#""\x""#, "x"), (#""""#, ""), (#""\u0000""#, "\0"), (#""天""#, "天"),
    ])
    func decodesEscapes(text: String, expected: String) {
        #expect(json(text).root?.string == expected)
    }

    @Test(arguments: [
        ("1", 1), ("-1", -1), ("0", 0), ("\"12\"", 12), ("\"0x1F\"", 31), ("true", 1), ("false", 0),
        ("9223372036854775807", Int.max), ("007", 7),
    ])
    func readsWholeNumbersHoweverTheyAreWritten(text: String, expected: Int) {
        #expect(json("[\(text)]").root?.elements.first?.int == expected)
    }

    @Test(arguments: [
        "18446744073709551616", "9223372036854775808", "1.5", "1e3", "\"x\"", "\"\"", "null", "[]", "-", "\"0x\"",
        "-99999999999999999999999",
    ])
    func whatIsNoWholeNumberIsNone(text: String) {
        #expect(json("[\(text)]").root?.elements.first?.int == nil)
    }

    @Test func unsignedNumbersReachTheLastBit() {
        #expect(json("[18446744073709551615]").root?.elements.first?.unsigned == UInt64.max)
        #expect(json("[18446744073709551616]").root?.elements.first?.unsigned == nil)
        #expect(json("[-1]").root?.elements.first?.unsigned == nil)
    }

    @Test(
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), ("\"YES\"", true), ("\"False\"", false),
            ("2", nil), ("\"maybe\"", nil), ("null", nil),
        ] as [(String, Bool?)])
    func readsBooleansAsReportsWriteThem(text: String, expected: Bool?) {
        #expect(json("[\(text)]").root?.elements.first?.bool == expected)
    }

    @Test func textGivesNumbersAndBooleansAsWritten() {
        let root = json(#"{"a":309,"b":"309","c":true,"d":1.50,"e":null,"f":[1]}"#).root
        #expect(root?["a"]?.text == "309")
        #expect(root?["b"]?.text == "309")
        #expect(root?["c"]?.text == "true")
        #expect(root?["d"]?.text == "1.50")
        #expect(root?["e"]?.text == nil)
        #expect(root?["f"]?.text == nil)
    }

    @Test(arguments: ["tear", "none", "faxes", "nuts", "toll"])
    func aWordThatOnlyLooksLikeALiteralIsNone(word: String) {
        let document = json("{\"a\":\(word),\"b\":2}")
        #expect(document.root?["a"] == nil)
        #expect(document.root?["b"]?.int == 2)
        #expect(document.codes.contains(.jsonMalformed))
    }

    @Test func oneValueIsReadAndTheRestIsLeftToTheCaller() {
        let text = #"{"a":1} {"b":2}"#
        let first = json(text)
        #expect(canonical(first.root) == "{a:1}")
        #expect(first.endOffset == 7)
        let second = JSONDocument.read(Array(text.utf8), from: first.endOffset)
        #expect(canonical(second.root) == "{b:2}")
        #expect(second.root?.byteRange == 8..<15)
    }

    @Test func membersWithoutTheirBracesAreAnObject() {
        let document = JSONDocument.read(Array(#""termination" : {"code":1}, "pid" : 7"#.utf8), asMembers: true)
        #expect(canonical(document.root) == "{termination:{code:1},pid:7}")
        #expect(!document.isTruncated)
        #expect(document.issues.isEmpty)
    }

    @Test func anEmptyTextHasNoRoot() {
        #expect(json("").root == nil)
        #expect(json(" \n\t ").root == nil)
        #expect(json("").issues.isEmpty)
    }

    @Test func proseIsNotJSON() {
        let document = json("Dear team, {\"a\":1}")
        #expect(document.root == nil)
        #expect(document.codes == [.jsonMalformed])
    }

    @Test func nulBytesBetweenTokensAreBlanks() {
        #expect(canonical(json("{\0\"a\"\0:\0 1\0,\0\"b\":2}\0").root) == "{a:1,b:2}")
    }
}
