import BGDiagKit
import RuleEngine
import SystemFacts
import Testing

/// Whatever the tables know explains itself.
@Suite struct ExplanationTests {
    private static let rules = RuleSet.builtIn

    private func explain(_ word: String) throws -> Explanation {
        let explanation = try #require(Explanation.of(word, rules: Self.rules), "nothing is known about '\(word)'")
        #expect(!explanation.sections.isEmpty)
        for section in explanation.sections {
            #expect(!section.title.isEmpty && !section.body.isEmpty, "an empty section '\(section.title)'")
            #expect(section.body.allSatisfy { !$0.isEmpty }, "an empty paragraph in '\(section.title)'")
        }
        let text = explanation.text(width: 80)
        #expect(text.hasPrefix(explanation.title + "\n=") && text.hasSuffix("\n"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        return explanation
    }

    private func words(_ explanation: Explanation) -> String {
        explanation.sections.flatMap { [$0.title] + $0.body }.joined(separator: "\n")
    }

    @Test(arguments: Set(BuiltInFacts.codes.map(\.code)).sorted()) func code(_ code: UInt64) throws {
        let hex = "0x" + String(code, radix: 16)
        let explanation = try explain(hex)
        #expect(explanation.title.contains(hex) && explanation.title.contains("(\(code))"))
        for fact in BuiltInFacts.codes where fact.code == code {
            #expect(words(explanation).contains(fact.meaning))
            #expect(words(explanation).contains(fact.source), "the source of \(fact.name)")
        }
        // Small decimal numbers could be a bug_type as well; the code wins, as the help says.
        expectNoDifference(try explain("\(code)").text(width: 80), explanation.text(width: 80))
        expectNoDifference(try explain(hex.uppercased()).text(width: 80), explanation.text(width: 80))
    }

    @Test(arguments: BuiltInFacts.verdicts.map(\.id)) func verdict(_ id: String) throws {
        let explanation = try explain(id)
        #expect(explanation.title.hasPrefix(id))
        // A rule may bear the verdict's name: its words go further.
        if Self.rules.rule(id) == nil {
            let fact = try #require(VerdictFact.lookup(id))
            #expect(words(explanation).contains(fact.description))
        }
    }

    @Test(arguments: Set(BuiltInFacts.allowances.map(\.what)).sorted()) func allowance(_ what: String) throws {
        let text = words(try explain(what))
        guard Self.rules.rule(what) == nil else { return }
        for fact in BuiltInFacts.allowances where fact.what == what {
            #expect(text.contains(fact.source), "\(what): the source")
            #expect(text.contains(fact.clock == "cpu" ? "CPU time" : "wall clock"))
        }
    }

    @Test(arguments: RuleSet.builtIn.rules.map(\.id)) func rule(_ id: String) throws {
        let source = try #require(Self.rules.rule(id)).source
        let explanation = try explain(id)
        #expect(explanation.title == "\(id): \(source.title)")
        for part in [source.what, source.why, source.fix, source.when, source.verdict] {
            #expect(!part.isEmpty && words(explanation).contains(part))
        }
    }

    @Test(arguments: BuiltInFacts.namespaces.map(\.name)) func namespace(_ name: String) throws {
        #expect(try explain(name).title == name)
    }

    @Test(arguments: BuiltInFacts.bugTypes.map(\.number)) func bugType(_ number: String) throws {
        // A code of the same number is told first.
        if let code = UInt64(number), BuiltInFacts.codes.contains(where: { $0.code == code }) { return }
        #expect(try explain(number).title == "bug_type \(number)")
    }

    @Test func hexadecimalAndDecimalAreTheSameCode() throws {
        let hex = try explain("0x8badf00d")
        expectNoDifference(try explain("2343432205").text(width: 80), hex.text(width: 80))
        expectNoDifference(try explain("0x8BADF00D").text(width: 80), hex.text(width: 80))
        #expect(words(hex).lowercased().contains("watchdog"))
    }

    /// 0x2182bad2 and its kin leave no crash file on current systems: the reader must be told where to look.
    @Test func noCrashReportIsSaid() throws {
        #expect(words(try explain("0x2182bad2")).contains("No crash report is written"))
    }

    @Test(arguments: [
        ("scene-updat", "scene-update"), ("leaked-backgroud-task", "leaked-background-task"),
        ("RUNINGBOARD", "RUNNINGBOARD"), ("user-qiut", "user-quit"),
    ])
    func unknownWordsHaveANeighbour(_ word: String, _ near: String) {
        #expect(Explanation.of(word, rules: Self.rules) == nil)
        #expect(Explanation.suggestion(for: word, rules: Self.rules) == near)
    }

    @Test func nonsenseHasNone() {
        for word in ["", "0x", "0xzz", "-1", "qqqqqqqqqqqq", "18446744073709551616"] {
            #expect(Explanation.of(word, rules: Self.rules) == nil, "'\(word)'")
        }
        #expect(Explanation.suggestion(for: "qqqqqqqqqqqq", rules: Self.rules) == nil)
    }
}
