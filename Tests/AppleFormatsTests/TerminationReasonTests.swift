import Testing

@testable import AppleFormats

@Suite struct TerminationReasonTests {
    struct Spelling: Sendable {
        var text: String
        var namespace: String?
        var code: UInt64?
        var rest: String?
    }

    static let spellings: [Spelling] = [
        Spelling(text: "Namespace SPRINGBOARD, Code 0x8badf00d", namespace: "SPRINGBOARD", code: 0x8BAD_F00D),
        Spelling(text: "FRONTBOARD 2343432205", namespace: "FRONTBOARD", code: 0x8BAD_F00D),
        Spelling(text: "FRONTBOARD 2343432205 ", namespace: "FRONTBOARD", code: 0x8BAD_F00D),
        Spelling(text: "RUNNINGBOARD 0xdead10cc", namespace: "RUNNINGBOARD", code: 0xDEAD_10CC),
        Spelling(text: "SIGNAL 6 Abort trap: 6", namespace: "SIGNAL", code: 6, rest: "Abort trap: 6"),
        Spelling(text: "Namespace SIGNAL, Code 0xb", namespace: "SIGNAL", code: 11),
        Spelling(text: "Namespace <0xF>, Code 0x8badf00d", namespace: "<0xF>", code: 0x8BAD_F00D),
        Spelling(
            text: "CAROUSEL, Background App Refresh watchdog transgression.", namespace: "CAROUSEL", code: nil,
            rest: "Background App Refresh watchdog transgression."),
        Spelling(text: "DYLD, [0x1] Library missing", namespace: "DYLD", code: 1, rest: "Library missing"),
        Spelling(
            text: "Namespace ASSERTIOND, Code 0x8badf00d", namespace: "ASSERTIOND", code: 0x8BAD_F00D, rest: nil),
        Spelling(text: "`FRONTBOARD 2343432205`", namespace: "FRONTBOARD", code: 0x8BAD_F00D),
        Spelling(text: "TCC", namespace: "TCC"),
        Spelling(
            text: "<RBSTerminateContext| domain:10 code:0x8BADF00D", namespace: nil, code: nil,
            rest: "<RBSTerminateContext| domain:10 code:0x8BADF00D"),
        Spelling(text: "", namespace: nil),
    ]

    @Test(arguments: spellings) func readsEverySpelling(spelling: Spelling) {
        let line = TerminationReasonLine(SourceText(spelling.text))
        #expect(line.namespace?.value == spelling.namespace)
        #expect(line.code?.value == spelling.code)
        #expect(line.rest?.value == spelling.rest)
    }

    @Test(arguments: spellings) func rangesHoldTheWords(spelling: Spelling) {
        let source = SourceText("before\n" + spelling.text + "\nProcessState: Running")
        let line = TerminationReasonLine(source, from: 7)
        #expect(line.namespace.map { source.string($0.range) } == line.namespace?.value)
        #expect(line.rest.map { source.string($0.range) } == line.rest?.value)
        #expect(
            line.code.flatMap { NumberText.unsigned(source.string($0.range).filter { !"[]".contains($0) }) }
                == line.code.map { $0.value })
        #expect(line.rest?.value.contains("ProcessState") != true)
    }

    @Test func aStartBehindTheEndGivesNothing() {
        let line = TerminationReasonLine(SourceText("TCC"), from: 500)
        #expect(line.namespace == nil && line.code == nil && line.rest == nil)
    }
}

@Suite struct TerminationTextTests {
    static let context = """
        <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: \
        app<com.example.a(1F)>:91 exhausted real (wall clock) time allowance of 10.00 seconds
        ProcessVisibility: Background
        ProcessState: Running
        WatchdogEvent: scene-update
        WatchdogVisibility: Foreground
        WatchdogCPUStatistics: (
        "Elapsed total CPU time (seconds): 15.290 (user 15.290, system 0.500), 28% CPU",
        "Elapsed application CPU time (seconds): 0.367, 1% CPU"
        )
        ThermalInfo: (
        "Thermal Level:     9",
        "Thermal State:     serious"
        ) reportType:CrashLog maxTerminationResistance:Interactive>
        """

    private func expectWhole(_ parts: TerminationText) {
        #expect(parts.domain?.value == 10)
        #expect(parts.code?.value == 0x8BAD_F00D)
        #expect(parts.explanation?.value.hasPrefix("scene-update watchdog transgression") == true)
        #expect(parts.explanation?.value.hasSuffix("10.00 seconds") == true)
        #expect(parts.processVisibility?.value == "Background")
        #expect(parts.processState?.value == "Running")
        #expect(parts.watchdogEvent?.value == "scene-update")
        #expect(parts.watchdogVisibility?.value == "Foreground")
        #expect(parts.totalCPU?.value == .init(seconds: 15.29, user: 15.29, system: 0.5, percent: 28))
        #expect(parts.applicationCPU?.value == .init(seconds: 0.367, percent: 1))
        #expect(parts.thermalLevel?.value == 9)
        #expect(parts.thermalState?.value == "serious")
        #expect(parts.reportType?.value == "CrashLog")
        #expect(parts.maxTerminationResistance?.value == "Interactive")
        #expect(!parts.isTruncated)
    }

    @Test func readsAWholeContext() { expectWhole(TerminationText(SourceText(Self.context))) }

    @Test func readsAContextOnOneLine() {
        expectWhole(TerminationText(SourceText(Self.context.split(separator: "\n").joined(separator: " "))))
    }

    @Test func readsAContextSplitOverReasons() {
        var source = SourceText()
        for (index, line) in Self.context.split(separator: "\n").enumerated() {
            source.append(String(line), source: index..<index + 1, line: 0, path: "$.termination.reasons[\(index)]")
        }
        expectWhole(TerminationText(source))
    }

    @Test func readsTheDescriptionOfOldSystems() {
        let parts = TerminationText(
            SourceText(
                "SPRINGBOARD, scene-create watchdog transgression: application<Q>:18 exhausted real (wall clock) time "
                    + "allowance of 19.78 seconds | ProcessVisibility: Foreground | ProcessState: Running | "
                    + "WatchdogEvent: scene-create | WatchdogVisibility: Background | WatchdogCPUStatistics: ( | "
                    + "\"Elapsed total CPU time (seconds): 11.790 (user 11.790, system 0.000), 34% CPU\", | "
                    + "\"Elapsed application CPU time (seconds): 0.010, 0% CPU\" | )"))
        #expect(parts.watchdogEvent?.value == "scene-create")
        #expect(parts.processVisibility?.value == "Foreground")
        #expect(parts.watchdogVisibility?.value == "Background")
        #expect(parts.totalCPU?.value.seconds == 11.79)
        #expect(parts.applicationCPU?.value.percent == 0)
        #expect(parts.code == nil)
        #expect(!parts.isTruncated)
    }

    @Test func rangesHoldTheWordsOfTheText() throws {
        let source = SourceText(Self.context)
        let parts = TerminationText(source)
        let found: [Found<String>?] = [
            parts.explanation, parts.processState, parts.watchdogEvent, parts.reportType, parts.thermalState,
        ]
        for value in found {
            let value = try #require(value)
            #expect(source.string(value.range).contains(value.value))
        }
        #expect(parts.code.map { source.string($0.range) } == "code:0x8BADF00D")
    }

    @Test func everyCutKeepsTheLabelsBeforeIt() {
        let bytes = Array(Self.context.utf8)
        let full = SourceText(Self.context)
        let labels = ["WatchdogEvent: scene-update", "ProcessState: Running", "ProcessVisibility: Background"]
        for cut in stride(from: 60, to: bytes.count - 1, by: 1) {
            let parts = TerminationText(SourceText(String(decoding: bytes[..<cut], as: UTF8.self)))
            #expect(parts.isTruncated, "cut at \(cut)")
            #expect(parts.code?.value == 0x8BAD_F00D)
            for (label, value) in zip(labels, [parts.watchdogEvent, parts.processState, parts.processVisibility]) {
                guard let end = full.find(label)?.upperBound, end <= cut else { continue }
                #expect(value?.value == label.split(separator: " ").last.map(String.init), "cut at \(cut)")
            }
        }
    }

    @Test func lockedFilesAreListedOneALineOrBehindBars() {
        let lines = TerminationText(
            SourceText(
                "explanation:[app<a>:1] was suspended with locked system files:\n/var/mobile/A/one.sqlite\n"
                    + "/var/mobile/A/two words.db\nnot in allowed directories:\n/private/x reportType:CrashLog"))
        #expect(lines.lockedFiles.map(\.value) == ["/var/mobile/A/one.sqlite", "/var/mobile/A/two words.db"])
        let bars = TerminationText(
            SourceText("A was task-suspended with locked system files: | /var/a.db | /var/b.db | ProcessState: Running")
        )
        #expect(bars.lockedFiles.map(\.value) == ["/var/a.db", "/var/b.db"])
        #expect(TerminationText(SourceText("with locked system files:")).lockedFiles.isEmpty)
    }

    @Test func labelsInsideOtherWordsAreNoLabels() {
        let parts = TerminationText(SourceText("subdomain:10 errcode:7 code:0x2a explanation:x reportTypes"))
        #expect(parts.domain == nil)
        #expect(parts.code?.value == 42)
        #expect(parts.reportType == nil)
    }

    @Test func aNoteWithoutExplanationIsKeptAsWritten() {
        let parts = TerminationText(
            SourceText(
                "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:<no explanation given> "
                    + "reportType:CrashLog maxTerminationResistance:Interactive>"))
        #expect(parts.explanation?.value == "<no explanation given>")
    }

    @Test func aMissingClosingBracketIsATruncation() {
        let text = "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:x"
        #expect(TerminationText(SourceText(text)).isTruncated)
        #expect(TerminationText(SourceText("WatchdogCPUStatistics: (\n\"Elapsed total CPU time (sec")).isTruncated)
        #expect(!TerminationText(SourceText("code:0x8badf00d explanation:x")).isTruncated)
    }

    /// A label that many words end with must not cost a stack frame each.
    @Test func aLongRunOfFalseLabelsDoesNotOverflowTheStack() async {
        await #expect(processExitsWith: .success) {
            let text = String(repeating: "xdomain:", count: 400_000) + " code:7"
            _ = TerminationText(SourceText(text))
        }
    }
}
