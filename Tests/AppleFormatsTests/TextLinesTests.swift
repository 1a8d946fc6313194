import Testing

@testable import AppleFormats

@Suite struct TextLinesTests {
    private func lines(_ text: String) -> TextLines { TextLines(Array(text.utf8)) }
    private func texts(_ text: TextLines) -> [String] { text.lines.map(text.text) }

    @Test func cutsAtEveryKindOfLineEnd() {
        let text = lines("one\ntwo\r\nthree\rfour\n\nsix")
        #expect(texts(text) == ["one", "two", "three", "four", "", "six"])
        #expect(text.lines.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(text.issues.isEmpty)
    }

    @Test func rangesPointToTheInput() {
        let input = Array("\u{FEFF}> one\r\n>   two  \r\n`three`".utf8)
        let text = TextLines(input)
        #expect(texts(text) == ["one", "  two", "three"])
        for line in text.lines { #expect(String(decoding: input[line.bytes], as: UTF8.self) == text.text(line)) }
        #expect(text.lines.map(\.number) == [1, 2, 3])
    }

    @Test func aByteOrderMarkIsNoPartOfTheFirstLine() {
        #expect(texts(lines("\u{FEFF}Incident Identifier: A")) == ["Incident Identifier: A"])
    }

    @Test func aPartKeepsTheLineNumbersOfTheWhole() {
        let input = Array("{}\nsecond\nthird\n".utf8)
        let text = TextLines(input, range: 3..<input.count)
        #expect(texts(text) == ["second", "third"])
        #expect(text.lines.map(\.number) == [2, 3])
    }

    @Test(arguments: [
        ("> Process: A\n> Path: B", ["Process: A", "Path: B"]), (">> > Process: A", ["Process: A"]),
        ("// Process: A\n//\n//   0  A", ["Process: A", "", "  0  A"]), ("    // x", ["x"]),
        ("```\nProcess: A\n```", ["", "Process: A", ""]), ("`Process: A`", ["Process: A"]),
        ("   indented", ["   indented"]), ("trailing  \t", ["trailing"]), ("a > b // c `d", ["a > b // c `d"]),
    ])
    func removesQuotingMarks(text: String, expected: [String]) { #expect(texts(lines(text)) == expected) }

    @Test func saysThatMarksWereRemoved() {
        #expect(lines("> a\n> b").issues.map(\.code) == [.quotingRemoved])
        #expect(lines("a\nb").issues.isEmpty)
    }

    @Test func removesTheSamePrefixFromEveryLine() {
        let words = [
            "Incident Identifier: A", "Process: B [1]", "", "Version: 1", "OS Version: iOS 9", "Path: /a", "Z: yy",
        ]
        let text = lines(words.map { "[device-7] " + $0 }.joined(separator: "\n"))
        #expect(texts(text).filter { !$0.isEmpty } == words.filter { !$0.isEmpty })
        #expect(text.issues.map(\.code) == [.quotingRemoved])
    }

    @Test func aPrefixIsCutOnlyWhereItStands() {
        let text = lines(
            "[x] one one\n[x] two two\n[x] three\n[x] four\n[x] five\n[x] six six\nEOF!\n[x] seven")
        #expect(texts(text)[6] == "EOF!")
    }

    /// Six open tasks in a row start with the same words, which are their own.
    @Test func theWordsOfAnAssertionListAreNoPrefix() {
        let entry = "    <BKProcessAssertion: 0x1e0a41c0> identifier: Task process: A[4] reason: finishTask"
        let text = lines(Array(repeating: entry, count: 6).joined(separator: "\n"))
        #expect(texts(text)[0].contains("BKProcessAssertion"))
    }

    @Test func fewLinesAndBlankPrefixesAreLeftAlone() {
        #expect(texts(lines("ab cd\nab ce\nab cf"))[0] == "ab cd")
        let indented = (1...8).map { "    \($0) word" }.joined(separator: "\n")
        #expect(texts(lines(indented))[0] == "    1 word")
    }

    @Test func nulBytesAreNoted() {
        let text = TextLines(Array("Pro\0cess: A\nb\0".utf8))
        #expect(text.issues.map(\.code) == [.nulBytes])
        #expect(text.lines.count == 2)
    }

    @Test(arguments: 0..<20) func randomTextNeverTrapsAndEveryRangeIsInside(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        let pieces = [
            "> ", "// ", "`", "```", "\r", "\n", "\r\n", " ", "\t", "\0", "a", "Process: ", "é", "\u{FEFF}", "/",
        ]
        for _ in 0..<100 {
            let count = Int.random(in: 0..<80, using: &generator)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            let input = Array(text.utf8)
            let start = Int.random(in: 0...input.count, using: &generator)
            for cut in [TextLines(input), TextLines(input, range: start..<input.count)] {
                #expect(cut.lines.allSatisfy { $0.bytes.upperBound <= input.count && !cut.slice($0).contains(0x0A) })
            }
        }
    }
}

@Suite struct SourceTextTests {
    @Test func placesLeadBackToTheInput() throws {
        let input = "Termination Reason: FRONTBOARD 1\nnext explanation: late\n"
        var source = SourceText()
        source.append("FRONTBOARD 1", source: 20..<32, line: 1)
        source.append("next explanation: late", source: 33..<55, line: 2)
        let found = try #require(source.find("late"))
        let place = try #require(source.place(of: found))
        #expect(place.line == 2)
        #expect(String(decoding: Array(input.utf8)[place.bytes], as: UTF8.self) == "late")
        #expect(source.place(of: 0..<10)?.bytes == 20..<30)
    }

    @Test func aPieceWithAPathIsCitedWhole() {
        let source = SourceText("a\\nb", source: 10..<40, path: "$.termination.reasons[0]")
        #expect(source.place(of: 1..<2)?.bytes == 10..<40)
        #expect(source.place(of: 1..<2)?.path == "$.termination.reasons[0]")
    }

    @Test func appendingKeepsThePlacesOfBoth() {
        var first = SourceText("ab", source: 0..<2, line: 1)
        first.append(SourceText("cd", source: 100..<102, line: 9))
        #expect(first.text == "ab\ncd")
        #expect(first.find("cd").flatMap { first.place(of: $0) }?.bytes == 100..<102)
        first.append(SourceText())
        #expect(first.text == "ab\ncd")
    }

    @Test func placesStayTrueBehindDroppedNulBytes() throws {
        let input = Array("a\0\0b word".utf8)
        let source = SourceText(String(decoding: input, as: UTF8.self), source: 0..<input.count, line: 1)
        let place = try #require(source.find("word").flatMap { source.place(of: $0) })
        #expect(String(decoding: input[place.bytes], as: UTF8.self).contains("word"), "exactly, or in the whole piece")
    }

    @Test func findsWordsInAnyCaseWhenAsked() {
        let source = SourceText("Namespace CODE code")
        #expect(source.find("code") == 15..<19)
        #expect(source.find("code", ignoringCase: true) == 10..<14)
        #expect(source.find("code", from: 16) == nil)
        #expect(source.find("") == nil)
        #expect(source.find("longer than the text is, by far") == nil)
        #expect(source.string(10..<500) == "CODE code")
    }
}
