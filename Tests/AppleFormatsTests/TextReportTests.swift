import Testing

@testable import AppleFormats

@Suite struct TextReportTests {
    private func read(_ text: String) -> TextReport { TextReportReader.read(Array(text.utf8)) }

    static let whole = """
        Incident Identifier: 63930A12-D228-47F2-A877-AD278FDFEE79
        Hardware Model:      iPhone12,3
        Process:             Dice [d20] [645]
        OS Version:          iPhone OS 13.5 (17F75)

        Exception Type:  EXC_CRASH (SIGKILL)
        Exception Codes: 0x0000000000000000, 0x0000000000000000
        Termination Reason: FRONTBOARD 2343432205
        <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression
        ProcessState: Running reportType:CrashLog maxTerminationResistance:Interactive>
        Triggered by Thread:  0

        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   libsystem_kernel.dylib        	0x00000001f143e0d4 __semwait_signal + 8
        1   Dice [d20]                    	0x0000000105902fe0 -[DCERoller settle] + 60

        Thread 1 name:  Worker  Dispatch queue: com.example.sync
        Thread 1:
        0   libsystem_kernel.dylib        	0x00000001f143e0d4 mach_msg_trap + 8

        Thread 0 crashed with ARM Thread State (64-bit):
            x0: 0x0000000000000000   x1: 0x0000000000000001

        Binary Images:
        0x105900000 - 0x1059fffff +Dice [d20] arm64  <a1b2> /var/containers/Dice [d20].app/Dice [d20]
        0x1f1430000 - 0x1f1460000 libsystem_kernel.dylib arm64e  <c3d4> /usr/lib/system/libsystem_kernel.dylib

        EOF
        """

    @Test func cutsAWholeReportIntoItsParts() {
        let report = read(Self.whole)
        #expect(report.isReport)
        #expect(!report.isTruncated)
        #expect(report.issues.isEmpty)
        #expect(report.header("process")?.value == "Dice [d20] [645]")
        #expect(report.header("osversion")?.line == 4)
        #expect(report.header("exceptiontype")?.value == "EXC_CRASH (SIGKILL)")
        #expect(report.termination.text.hasPrefix("FRONTBOARD 2343432205\n<RBSTerminateContext|"))
        #expect(report.termination.text.hasSuffix("Interactive>"))
        #expect(report.reasonStart == 0)
        #expect(report.threads.map(\.number) == [0, 1])
        #expect(report.threads.map(\.queue) == ["com.apple.main-thread", "com.example.sync"])
        #expect(report.threads.map(\.mark) == ["Crashed", nil])
        #expect(report.threads[1].name == "Worker")
        #expect(report.threads[0].frames.map(\.image) == ["libsystem_kernel.dylib", "Dice [d20]"])
        #expect(report.threads[0].frames.map(\.line) == [15, 16])
        #expect(report.images.map(\.name) == ["Dice [d20]", "libsystem_kernel.dylib"])
    }

    @Test func headerBytesHoldTheLine() {
        let input = Array(Self.whole.utf8)
        let report = TextReportReader.read(input)
        for header in report.headers {
            #expect(String(decoding: input[header.bytes], as: UTF8.self).contains(header.value))
        }
        for frame in report.threads.flatMap(\.frames) {
            #expect(String(decoding: input[frame.bytes], as: UTF8.self).contains(frame.image))
        }
    }

    enum Damage: CaseIterable {
        case windows, oldMac, byteOrderMark, mail, comment, codeFence, blankLines, trailingBlanks

        func applied(to text: String) -> String {
            switch self {
            case .windows: text.replacing("\n", with: "\r\n")
            case .oldMac: text.replacing("\n", with: "\r")
            case .byteOrderMark: "\u{FEFF}" + text
            case .mail: "> " + text.replacing("\n", with: "\n> ")
            case .comment: "// " + text.replacing("\n", with: "\n// ")
            case .codeFence: "```\n" + text + "\n```\n"
            case .blankLines: text.replacing("\n", with: "\n\n")
            case .trailingBlanks: text.replacing("\n", with: "   \n")
            }
        }
    }

    @Test(arguments: Damage.allCases) func readsTheSamePartsThroughDamage(damage: Damage) {
        let plain = read(Self.whole)
        let report = read(damage.applied(to: Self.whole))
        #expect(report.headers.map(\.key) == plain.headers.map(\.key))
        #expect(report.headers.map(\.value) == plain.headers.map(\.value))
        #expect(report.termination.text == plain.termination.text)
        #expect(report.threads.map(\.queue) == plain.threads.map(\.queue))
        #expect(report.threads.map { $0.frames.map(\.symbol) } == plain.threads.map { $0.frames.map(\.symbol) })
        #expect(report.images.count == plain.images.count)
    }

    private var flat: String { Self.whole.split(whereSeparator: \.isNewline).joined(separator: " ") }

    @Test func aFlattenedReportIsCutAtItsKeys() {
        let report = read(flat)
        #expect(report.issues.map(\.code).contains(.flattened))
        #expect(report.header("process")?.value == "Dice [d20] [645]")
        #expect(report.header("osversion")?.value == "iPhone OS 13.5 (17F75)")
        #expect(report.termination.text.contains("ProcessState: Running"))
        #expect(report.threads.map(\.number) == [0, 1])
        #expect(report.headers.allSatisfy { $0.line == 1 })
    }

    @Test func aFlattenedReportIsCutAtItsFrames() {
        let report = read(flat.replacing("Dice [d20]", with: "Dice"))
        #expect(report.threads.first?.frames.map(\.symbol) == ["__semwait_signal", "-[DCERoller settle]"])
    }

    @Test func aFlattenedReportIsCutAtFramesOfImagesWithBlanksInTheirNames() {
        #expect(read(flat).threads.first?.frames.map(\.image) == ["libsystem_kernel.dylib", "Dice [d20]"])
    }

    @Test(arguments: [
        ("**Exception Type:**  EXC_CRASH (SIGKILL)", "exceptiontype", "EXC_CRASH (SIGKILL)"),
        ("- Exception Type: `EXC_CRASH (SIGKILL)`", "exceptiontype", "EXC_CRASH (SIGKILL)"),
        ("exception.type|EXC_CRASH", "exceptiontype", "EXC_CRASH"), ("OS Version : iOS 8.0", "osversion", "iOS 8.0"),
        ("\"Process\": Sample", "", ""), ("Date/Time: 2020", "datetime", "2020"),
    ])
    func readsKeysInMarkdownAndMachineSpelling(line: String, key: String, value: String) {
        let header = ReportHeaderLine(Array(line.utf8)[...])
        #expect(header?.key ?? "" == key)
        #expect(header?.value ?? "" == value)
    }

    @Test(arguments: ["no key here", "7: x", "", ":", "a b c d e f g: too many words", "prose with words | and a bar"])
    func otherLinesHaveNoKey(line: String) { #expect(ReportHeaderLine(Array(line.utf8)[...]) == nil) }

    @Test(
        arguments: [
            ("Thread 0:", 0, nil, nil, nil), ("Thread 12 Crashed:", 12, nil, nil, "Crashed"),
            ("Thread 3 Highlighted:", 3, nil, nil, "Highlighted"),
            ("Thread 0 Crashed:: name  Dispatch queue: q", 0, "name", "q", "Crashed"),
            ("Thread 0 (main-thread) :", 0, "main-thread", "com.apple.main-thread", nil),
            ("Thread 4 Attributed:", 4, nil, nil, "Attributed"), ("**Thread 5:**", 5, nil, nil, nil),
        ] as [(String, Int, String?, String?, String?)])
    func readsThreadLines(line: String, number: Int, name: String?, queue: String?, mark: String?) throws {
        let text = line.hasPrefix("**") ? line.filter { $0 != "*" } : line
        let parsed = try #require(TextThreadLine(Array(text.utf8)[...]))
        #expect(parsed.kind == .frames)
        #expect(parsed.number == number)
        #expect(parsed.name == name)
        #expect(parsed.queue == queue)
        #expect(parsed.mark == mark)
    }

    @Test func otherThreadLinesAreNamesRegistersOrProse() {
        func kind(_ line: String) -> TextThreadLine.Kind? { TextThreadLine(Array(line.utf8)[...])?.kind }
        #expect(kind("Thread 0 name:  Dispatch queue: com.apple.main-thread") == .name)
        #expect(kind("Thread 0 crashed with ARM Thread State (64-bit):") == .registers)
        #expect(kind("Last Exception Backtrace:") == .lastException)
        #expect(kind("Thread pools are fine") == nil)
        #expect(kind("Thread 0 is what I mean") == nil)
    }

    @Test func aCutInTheThreadsIsNoted() {
        let report = read(String(Self.whole.prefix(upTo: Self.whole.firstRange(of: "\n\nThread 1")!.lowerBound)))
        #expect(report.isTruncated)
        #expect(report.issues.map(\.code) == [.textTruncated])
        #expect(report.threads.count == 1)
    }

    @Test func wordsWithoutAReportAreLoose() {
        let report = read("Hello,\nmy app was killed: why?\n<RBSTerminateContext| domain:10 code:0x8BADF00D")
        #expect(!report.isReport)
        #expect(report.loose.text.contains("<RBSTerminateContext|"))
        #expect(report.threads.isEmpty)
    }

    @Test func nulBytesInTheReasonLineDoNotTrap() async {
        await #expect(processExitsWith: .success) {
            _ = TextReportReader.read(Array("Termination Reason: A\0\0\0\0B 7\nTriggered by Thread:  0\n".utf8))
            let report = TextReportReader.read(Array("Exception Type:  E\nTermination Reason: A\0\0\0\0B\n".utf8))
            _ = TerminationReasonLine(report.termination, from: report.reasonStart ?? 0)
        }
    }

    @Test(arguments: [[0x46, 0x52, 0x00, 0x4F] as [UInt8], [0x46, 0xFF, 0xFE, 0x4F], [0xC3, 0x28, 0x41]])
    func theReasonStartsWhereItsWordsStart(odd: [UInt8]) {
        let report = TextReportReader.read(
            Array("Termination Description: one\nTermination Reason: ".utf8) + odd + Array("NTBOARD 7\n".utf8))
        let start = report.reasonStart ?? -1
        #expect(start == 4, "behind \"one\" and its line end")
    }

    @Test(arguments: 0..<24) func mutatedReportsNeverTrap(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        let input = Array(Self.whole.utf8)
        for _ in 0..<40 {
            var bytes = input
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let at = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(at..<min(bytes.count, at + 20))
                case 2:
                    bytes.insert(
                        contentsOf: [[0x0A], [0], [0x3A], [0x28], [0x5D]].randomElement(using: &generator)!, at: at)
                default: bytes.removeLast(min(bytes.count - 1, 40))
                }
            }
            // The reason's start is checked by tests of its own.
            guard !bytes.contains(0) else { continue }
            let report = TextReportReader.read(bytes)
            #expect(report.headers.allSatisfy { $0.bytes.upperBound <= bytes.count })
        }
    }
}
