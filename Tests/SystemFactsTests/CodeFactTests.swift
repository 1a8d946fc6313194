import SystemFacts
import Testing

@Suite struct CodeFactTests {
    @Test(
        arguments: [
            (0x8BAD_F00D, "FRONTBOARD", [12], "watchdog"), (0x8BAD_F00D, "FRONTBOARD", [26], "watchdog"),
            (0x8BAD_F00D, "RUNNINGBOARD", [12, 4], "assertion-timeout"),
            (0x8BAD_F00D, "RUNNINGBOARD", [16], "assertion-timeout"),
            (0x8BAD_F00D, "RUNNINGBOARD", nil, "assertion-timeout"),
            (0x8BAD_F00D, "CAROUSEL", nil, "watchos-background-task"), (0x8BAD_F00D, nil, [6], "watchdog"),
            (0x8BAD_F00D, "SOMETHING", [15], "watchdog"),
            (0x2182_BAD2, "RUNNINGBOARD", [18], "background-task-timeout"),
            (0x2182_BAD3, "RUNNINGBOARD", [18], "urlsession-timeout"), (0x2182_BAD4, nil, [18], "fetch-timeout"),
            (0x2182_BAAD, "RUNNINGBOARD", [26], "assertion-timeout-other"),
            (0xDEAD_10CC, "RUNNINGBOARD", [17], "file-lock"),
            (0xDEAD_10CC, "FRONTBOARD", [11], "file-lock"), (0xDEAD_10CC, nil, nil, "file-lock"),
            (0xC000_10FF, "FRONTBOARD", [15], "thermal"), (0xBAAD_CA11, "FRONTBOARD", [13], "voip-no-call"),
            (0xBAD2_2222, nil, [10], "voip-wakes"), (0xDEAD_FA11, "FRONTBOARD", [26], "user-quit"),
            (0xC51B_AD01, "CAROUSEL", nil, "watchos-cpu"), (0xC51B_AD02, "CAROUSEL", nil, "watchos-background-task"),
            (0xD00D_2BAD, "RUNNINGBOARD", [17], "assertion-limit"),
            (0xBADA_5E47, "RUNNINGBOARD", [11], "assertion-limit"),
            (6, "SIGNAL", [17], "crash"), (9, "SIGNAL", [17], "signal"), (1, "DYLD", [17], "dyld"),
        ] as [(UInt64, String?, [Int]?, String)])
    func codesMeanWhatTheirNamespaceAndEraSay(code: UInt64, namespace: String?, version: [Int]?, cause: String) {
        #expect(CodeFact.lookup(code, namespace: namespace, version: version)?.cause == cause)
    }

    @Test func theEraDecidesBetweenMeanings() {
        let old = CodeFact.lookup(0x8BAD_F00D, namespace: "RUNNINGBOARD", version: [12, 5])
        let middle = CodeFact.lookup(0x8BAD_F00D, namespace: "RUNNINGBOARD", version: [15])
        let new = CodeFact.lookup(0x8BAD_F00D, namespace: "RUNNINGBOARD", version: [18, 1])
        #expect(Set([old?.meaning, middle?.meaning, new?.meaning]).count == 3)
    }

    /// Signal 9 is not JETSAM 9.
    @Test(arguments: [6, 9, 11, 1] as [UInt64]) func smallNumbersMeanNothingElsewhere(code: UInt64) {
        #expect(CodeFact.lookup(code, namespace: nil, version: nil) == nil)
        #expect(CodeFact.lookup(code, namespace: "JETSAM-OTHER", version: nil) == nil)
    }

    @Test func unknownCodesAreNil() {
        #expect(CodeFact.lookup(0x1234_5678, namespace: "FRONTBOARD", version: [15]) == nil)
        #expect(CodeFact.lookup(UInt64.max, namespace: nil, version: nil) == nil)
    }

    @Test(arguments: [
        ("FRONTBOARD", "FRONTBOARD"), ("SPRINGBOARD", "FRONTBOARD"), ("springboard", "FRONTBOARD"),
        ("ASSERTIOND", "RUNNINGBOARD"), ("RunningBoard", "RUNNINGBOARD"), ("<0xF>", "RUNNINGBOARD"),
        ("SIGNAL", "SIGNAL"),
    ])
    func namespacesAreKnownByTheirNames(text: String, name: String) {
        #expect(NamespaceFact.lookup(text)?.name == name)
    }

    @Test(arguments: ["", "<0x>", "<0xZZ>", "NOWHERE", "<0xFFFFFFFFFFFFFFFFFF>", "<>"])
    func otherWordsAreNoNamespace(text: String) { #expect(NamespaceFact.lookup(text) == nil) }

    @Test func numbersAndNamesOfNamespacesAgree() {
        for fact in BuiltInFacts.namespaces {
            if let number = fact.number { #expect(NamespaceFact.lookup(number)?.name == fact.name) }
            for name in [fact.name] + fact.aliases { #expect(NamespaceFact.lookup(name)?.name == fact.name) }
        }
    }

    @Test func everyFactIsSound() {
        let namespaces = Set(BuiltInFacts.namespaces.map(\.name))
        for fact in BuiltInFacts.codes {
            #expect(fact.namespaces.allSatisfy(namespaces.contains), "\(fact.name): \(fact.namespaces)")
            #expect(!fact.cause.isEmpty && !fact.meaning.isEmpty && !fact.source.isEmpty)
            if let since = fact.range.since, let until = fact.range.until {
                #expect(fact.range.contains(since) && fact.range.contains(until))
            }
        }
        for fact in BuiltInFacts.exitCounters { #expect(VerdictFact.lookup(fact.verdict) != nil, "\(fact.name)") }
        for fact in BuiltInFacts.allowances {
            #expect(fact.seconds > 0 && ["wall", "cpu"].contains(fact.clock), "\(fact.what)")
        }
        #expect(Set(BuiltInFacts.verdicts.map(\.id)).count == BuiltInFacts.verdicts.count)
        #expect(Set(BuiltInFacts.verdicts.map(\.precedence)).count == BuiltInFacts.verdicts.count)
        #expect(Set(BuiltInFacts.bugTypes.map(\.number)).count == BuiltInFacts.bugTypes.count)
    }

    @Test func theVerdictsAreTheOnesThatWerePromised() {
        let promised = [
            "leaked-background-task", "watchdog-scene-create", "watchdog-scene-update", "watchdog-process-launch",
            "watchdog-process-exit", "watchdog-suspend", "watchdog-resume", "watchdog-unspecified", "stuck-main-thread",
            "expiration-handler-blocked", "file-lock-on-suspend", "assertion-limit", "background-fetch-not-completed",
            "push-fetch-completion-not-called", "urlsession-completion-not-called", "bgtask-not-completed",
            "double-end-background-task", "cpu-exhaustion", "disk-writes", "memory-jetsam", "background-gpu",
            "voip-push-no-call", "voip-too-many-wakes", "thermal-termination", "cache-delete-disk",
            "watchos-background-refresh-watchdog", "assertion-timeout-other", "user-quit", "ordinary-crash", "none",
            "unknown",
        ]
        for verdict in promised { #expect(VerdictFact.lookup(verdict) != nil, "\(verdict)") }
    }

    @Test(
        arguments: [
            ("finishTask", nil, "uikit-task"), (nil, "UIKitBackgroundCompletionTask", "uikit-task"),
            (nil, "Shared Background Assertion 446 for com.example.a", "uikit-task"),
            (nil, "Called by Sample, from -[A b]", "uikit-task"), ("backgroundDownload", "x", "urlsession"),
            (nil, "com.apple.nsurlsessiond.handlesession a.b", "urlsession"),
            ("backgroundContentFetching", nil, "background-fetch"), (nil, "com.apple.das.backgroundTasks", "bgtask"),
            (nil, "My own name", nil), ("suspend", "Suspending", nil), (nil, nil, nil),
        ] as [(String?, String?, String?)])
    func assertionsAreKnownByReasonAndName(reason: String?, name: String?, kind: String?) {
        #expect(AssertionReasonFact.kind(reason: reason, name: name) == kind)
    }
}
