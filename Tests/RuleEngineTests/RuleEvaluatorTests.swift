import DiagnosticModel
import SystemFacts
import Testing

@testable import RuleEngine

@Suite struct RuleEvaluatorTests {
    // MARK: needs, when, ruled-out-by: true, false, unknown

    @Test func aRuleThatMatchesIsAFinding() throws {
        let incident = try judged(ruleText(), killed())
        let finding = try #require(incident.finding())
        #expect(finding.confidence == .certain)
        #expect(finding.level == .warning)
        #expect(finding.message == "Sample was slow")
        #expect(finding.evidence.map(\.excerpt) == ["event"])
        #expect(incident.verdict == "watchdog-scene-update")
        #expect(incident.notEvaluable.isEmpty)
    }

    @Test func aRuleThatDoesNotMatchIsSilent() throws {
        let incident = try judged(ruleText(), killed { $0.termination.watchdogEvent = "scene-create" })
        #expect(incident.findings.isEmpty && incident.notEvaluable.isEmpty)
        #expect(incident.verdict == "unknown")
    }

    @Test func withoutWhatItNeedsARuleIsNotEvaluable() throws {
        let bare = killed { $0.termination = Termination() }
        #expect(
            try judged(ruleText(), bare).notEvaluable == [NotEvaluable(rule: "test-rule", missing: ["termination"])])
        let both = ruleText(["needs": "{ all: [termination, thermal], any: [threads, main-thread] }"])
        #expect(
            try judged(both, killed()).notEvaluable
                == [NotEvaluable(rule: "test-rule", missing: ["thermal", "threads", "main-thread"])])
        let any = ruleText(["needs": "{ any: [threads, termination] }"])
        #expect(try judged(any, killed()).finding() != nil)
    }

    @Test func anUnknownConditionIsNotEvaluableAndSaysWhatIsMissing() throws {
        let text = ruleText(["when": "exit.event == \"scene-update\" AND thermal.level > 3"])
        #expect(
            try judged(text, killed()).notEvaluable == [NotEvaluable(rule: "test-rule", missing: ["thermal"])])
    }

    @Test func anUnknownThatCannotChangeTheAnswerDoesNotMatter() throws {
        let either = ruleText(["when": "exit.event == \"scene-update\" OR thermal.level > 3"])
        #expect(try judged(either, killed()).finding() != nil)
        let neither = ruleText(["when": "exit.event == \"scene-create\" AND thermal.level > 3"])
        #expect(try judged(neither, killed()).notEvaluable.isEmpty)
    }

    @Test func whatACutTextDoesNotSayIsUnknown() throws {
        let cut = killed {
            $0.termination.watchdogEvent = nil
            $0.termination.isTruncated = true
        }
        #expect(try judged(ruleText(), cut).notEvaluable.map(\.rule) == ["test-rule"])
        let whole = killed { $0.termination.watchdogEvent = nil }
        #expect(try judged(ruleText(), whole).notEvaluable.isEmpty)
    }

    @Test func aRuleThatIsRuledOutIsSilent() throws {
        let text = ruleText(extra: "ruled-out-by: exit.cause == \"watchdog\"\n")
        let incident = try judged(text, killed())
        #expect(incident.findings.isEmpty && incident.notEvaluable.isEmpty)
    }

    @Test func aRuleThatMightBeRuledOutIsOneStepLessSure() throws {
        let extra = "ruled-out-by: thermal.level > 3\n"
        #expect(try judged(ruleText(extra: extra), killed()).finding()?.confidence == .likely)
        let likely = killed { $0.termination.allowance = 1 }
        #expect(try judged(ruleText(extra: extra), likely).finding()?.confidence == .possible)
        let cool = killed { $0.termination.thermal = ThermalInfo(level: 0) }
        #expect(try judged(ruleText(extra: extra), cool).finding()?.confidence == .certain)
    }

    // MARK: the ladder

    @Test func theStrongestStepThatHoldsCounts() throws {
        #expect(try judged(ruleText(), killed { $0.termination.allowance = 10 }).finding()?.confidence == .certain)
        #expect(try judged(ruleText(), killed { $0.termination.allowance = 1 }).finding()?.confidence == .likely)
        let notObserved = killed {
            $0.termination.allowance = nil
            $0.kind = .hang
        }
        #expect(try judged(ruleText(), notObserved).finding()?.confidence == .possible)
    }

    @Test func theOrderInTheFileDoesNotMatter() throws {
        let text = ruleText(["confidence": "{ possible: TRUEPREDICATE, certain: exit.allowance > 5 }"])
        #expect(try judged(text, killed()).finding()?.confidence == .certain)
    }

    @Test func anUnknownStepDoesNotHold() throws {
        let text = ruleText(["confidence": "{ certain: thermal.level > 3, possible: exit.observed == TRUE }"])
        #expect(try judged(text, killed()).finding()?.confidence == .possible)
    }

    @Test func withoutAStepThatHoldsTheRuleIsSilent() throws {
        let text = ruleText(["confidence": "{ certain: exit.allowance > 500 }"])
        #expect(try judged(text, killed()).findings.isEmpty)
    }

    // MARK: the incident's name

    private func rule(_ id: String, _ verdict: String, level: String = "error", step: String = "certain") throws -> Rule
    {
        try loaded(
            ruleText(
                ["verdict": verdict, "level": level, "confidence": "{ \(step): TRUEPREDICATE }"], id: id),
            file: "rules/\(id).yaml")
    }

    @Test func precedenceNamesTheIncidentAndEveryFindingStays() throws {
        let rules = [
            try rule("z-unspecified", "watchdog-unspecified"), try rule("b-stuck", "stuck-main-thread"),
            try rule("a-leak", "leaked-background-task", level: "note", step: "possible"),
        ]
        let incident = RuleEvaluator(RuleSet(rules)).diagnose(killed(), id: 3)
        #expect(incident.id == 3)
        #expect(incident.verdict == "leaked-background-task")
        #expect(incident.confidence == .possible)
        #expect(incident.findings.map(\.rule) == ["a-leak", "b-stuck", "z-unspecified"])
    }

    @Test func amongEqualVerdictsLevelThenConfidenceThenNameDecide() throws {
        let verdict = "watchdog-scene-update"
        let rules = [
            try rule("d-note", verdict, level: "note"), try rule("c-likely", verdict, step: "likely"),
            try rule("b-certain", verdict), try rule("a-likely", verdict, step: "likely"),
        ]
        for order in [rules, rules.reversed()] {
            let incident = RuleEvaluator(RuleSet(order)).diagnose(killed(), id: 0)
            #expect(incident.findings.map(\.rule) == ["b-certain", "a-likely", "c-likely", "d-note"])
        }
    }

    @Test func withoutFindingsAnEndIsUnknownAndARestIsNone() {
        let evaluator = RuleEvaluator(RuleSet([]))
        #expect(evaluator.diagnose(killed(), id: 0).verdict == "unknown")
        #expect(evaluator.diagnose(killed { $0.kind = .hang }, id: 0).verdict == "none")
        #expect(evaluator.diagnose(killed { $0.kind = .jetsam }, id: 0).verdict == "unknown")
        #expect(evaluator.diagnose(DiagnosticRecord(kind: .crash, source: 0), id: 0).terminated == nil)
    }

    @Test func codesAreExplainedInTheirNamespace() {
        let evaluator = RuleEvaluator(RuleSet([]))
        let watchdog = evaluator.diagnose(killed(), id: 0)
        #expect(watchdog.codeMeaning?.contains("lifecycle watchdog") == true)
        #expect(watchdog.crashFileExpected == true)
        let task = killed {
            $0.termination.canonicalNamespace = "RUNNINGBOARD"
            $0.termination.code = 0x2182_BAD2
        }
        #expect(evaluator.diagnose(task, id: 0).crashFileExpected == false)
        let said = killed { $0.termination.reportType = "None" }
        #expect(evaluator.diagnose(said, id: 0).crashFileExpected == false)
    }

    @Test func aFindingWithoutItsPlaceCitesWhatTheRecordIsAbout() throws {
        let record = killed {
            $0.locations = [.process: EvidenceLocation(source: 0, bytes: 0..<3, line: 1, excerpt: "process")]
        }
        #expect(try judged(ruleText(), record).finding()?.evidence.map(\.excerpt) == ["process"])
    }

    @Test func noRuleTrapsOnAnEmptyRecord() {
        for kind: DiagnosticRecord.Kind in [
            .crash, .resource, .hang, .jetsam, .stackshot, .panic, .exitCounter, .other,
        ] {
            let incident = RuleEvaluator(.builtIn).diagnose(DiagnosticRecord(kind: kind, source: 0), id: 0)
            #expect(incident.findings.allSatisfy { $0.confidence != .certain }, "absence never accuses: \(kind)")
        }
    }
}
