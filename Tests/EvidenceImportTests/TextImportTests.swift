import DiagnosticModel
import Testing

@testable import EvidenceImport

@Suite struct TextImportTests {
    static func report(process: String = "Sample [408]", extra: String = "") -> String {
        """
        Incident Identifier: 63930A12-D228-47F2-A877-AD278FDFEE79
        Hardware Model:      iPhone12,3
        Process:             \(process)
        Path:                /private/var/containers/Bundle/Application/1/Sample.app/Sample
        Identifier:          com.example.sample
        Date/Time:           2020-06-06 06:06:06.0606 +0200
        OS Version:          iPhone OS 15.5 (19F77)

        Exception Type:  EXC_CRASH (SIGKILL)
        Exception Codes: 0x0000000000000000, 0x0000000000000000
        Termination Reason: FRONTBOARD 2343432205
        <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.example.sample(1F)>:408 exhausted real (wall clock) time allowance of 10.00 seconds
        ProcessVisibility: Background
        ProcessState: Running
        WatchdogEvent: scene-update
        WatchdogVisibility: Background
        WatchdogCPUStatistics: (
        "Elapsed total CPU time (seconds): 11.790 (user 11.790, system 0.000), 34% CPU",
        "Elapsed application CPU time (seconds): 0.010, 0% CPU"
        ) reportType:CrashLog maxTerminationResistance:Interactive>
        \(extra)
        Triggered by Thread:  0

        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   libsystem_kernel.dylib        \t0x5a6b0001f143e0d4 __semwait_signal + 8
        1   Sample                        \t0x0000000105902fe0 -[SMPThing settle] + 60

        EOF
        """
    }

    private func expectWhole(_ imported: Imported, _ note: Comment = "") throws {
        #expect(imported.records.count == 1, note)
        let record = try #require(imported.record)
        #expect(record.kind == .crash, note)
        #expect(record.process.name == "Sample" && record.process.pid == 408, note)
        #expect(record.process.bundleID == "com.example.sample", note)
        #expect(record.system.version == OSVersion([15, 5]), note)
        #expect(record.exception.signal == "SIGKILL", note)
        #expect(record.termination.canonicalNamespace == "FRONTBOARD", note)
        #expect(record.termination.code == 0x8BAD_F00D, note)
        #expect(record.termination.cause == "watchdog", note)
        #expect(record.termination.watchdogEvent == "scene-update", note)
        #expect(record.termination.allowance == 10, note)
        #expect(record.termination.clock == .wall, note)
        #expect(record.termination.cpu?.applicationSeconds == 0.01, note)
        #expect(record.termination.target?.pid == 408, note)
        #expect(record.threads.first?.frames.count == 2, note)
    }

    @Test func readsAWholeReport() throws {
        let imported = Imported(Self.report())
        try expectWhole(imported)
        #expect(imported.entry.kind == "crash-text")
        #expect(imported.entry.status == .read)
        #expect(imported.entry.issues.isEmpty)
    }

    @Test func lineEndsOfOtherSystemsChangeNothing() throws {
        try expectWhole(Imported(Self.report().replacing("\n", with: "\r\n")), "CRLF")
        try expectWhole(Imported(Self.report().replacing("\n", with: "\r")), "CR")
        try expectWhole(Imported("\u{FEFF}" + Self.report()), "byte order mark")
        try expectWhole(Imported("\u{FEFF}" + Self.report().replacing("\n", with: "\r\n")), "both")
    }

    @Test(arguments: [true, false]) func utf16IsRead(isLittle: Bool) throws {
        let units = ("\u{FEFF}" + Self.report()).utf16
        let bytes = units.flatMap {
            isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
        }
        let imported = Imported(bytes)
        try expectWhole(imported)
        #expect(imported.codes == ["not-utf8"])
        #expect(imported.entry.byteCount == bytes.count)
        let odd = Imported(bytes + [0x41])
        try expectWhole(odd, "an odd byte at the end")
    }

    @Test func latin1IsRead() throws {
        var latin = Array(Self.report(process: "Cafe [408]").utf8)
        let at = try #require(latin.indices.first { latin[$0...].starts(with: "Cafe".utf8) })
        latin[at + 3] = 0xE9
        let imported = Imported(latin)
        #expect(imported.record?.process.name == "Café")
        #expect(imported.codes == ["not-utf8"])
    }

    @Test func damagedUTF8IsReadAroundTheDamage() throws {
        var bytes = Array(Self.report(extra: "Note: é").utf8)
        let at = try #require(bytes.indices.last { bytes[$0...].starts(with: "settle".utf8) })
        bytes[at] = 0xFF
        let imported = Imported(bytes)
        #expect(imported.record?.process.pid == 408)
        #expect(imported.codes.contains("not-utf8"))
        #expect(imported.record?.threads.first?.frames.last?.symbol?.contains("\u{FFFD}") == true)
    }

    @Test func quotingIsRemoved() throws {
        let text = Self.report()
        for mark in ["> ", ">> ", "// "] {
            try expectWhole(Imported(mark + text.replacing("\n", with: "\n" + mark)), "\(mark)")
        }
        try expectWhole(Imported("See:\n\n```\n" + text + "\n```\n\nThanks"), "code fence")
        try expectWhole(Imported("Dear all,\n\nplease look at this:\n\n" + text + "\n\nYours"), "letter")
    }

    @Test func aFlattenedReportIsRead() throws {
        let imported = Imported(Self.report().split(whereSeparator: \.isWhitespace).joined(separator: " "))
        try expectWhole(imported)
        #expect(imported.codes.contains("flattened"))
    }

    @Test func aFlattenedReportThatKeptItsColumnsIsRead() throws {
        try expectWhole(Imported(Self.report().split(whereSeparator: \.isNewline).joined(separator: " ")))
    }

    @Test(arguments: [
        ("Night Train 2 [408]", "Night Train 2", 408), ("Dice [d20] [408]", "Dice [d20]", 408),
        ("天気アプリ [408]", "天気アプリ", 408), ("Приложение [408]", "Приложение", 408),
    ])
    func namesMayHoldAnything(process: String, name: String, pid: Int) {
        let record = Imported(Self.report(process: process)).record
        #expect(record?.process.name == name)
        #expect(record?.process.pid == pid)
    }

    @Test func aMissingPidComesFromTheTermination() {
        let record = Imported(Self.report(process: "Sample [???]")).record
        #expect(record?.process.name == "Sample")
        #expect(record?.process.pid == 408)
    }

    @Test func returnAddressesLoseTheirSignature() {
        #expect(Imported(Self.report()).record?.threads.first?.frames.first?.address == 0x1_F143_E0D4)
    }

    @Test func framesKnowWhetherTheyAreTheAppsOwn() {
        #expect(Imported(Self.report()).record?.threads.first?.frames.map(\.isInApp) == [false, true])
    }

    @Test func severalReportsInOneFileAreSeveralRecords() {
        let imported = Imported(Self.report() + "\n" + Self.report(process: "Other [9]"))
        #expect(imported.records.map(\.process.name) == ["Sample", "Other"])
        #expect(imported.records.map(\.process.pid) == [408, 9])
    }

    @Test func codesOfOldSystemsStandInTheException() {
        let imported = Imported(
            """
            Process:         Lullaby [293]
            OS Version:      iPhone OS 7.0.4 (11B554a)
            Exception Type:  00000020
            Exception Codes: 0x000000008badf00d
            Highlighted Thread:  0

            Application Specific Information:
            Lullaby[293] has active assertions beyond permitted time:
            {(
                <BKProcessAssertion: 0x15a0c8e0> identifier: Called by Lullaby, from -[LBYPushCenter keepAwake] process: Lullaby[293] permittedBackgroundDuration: 40.000000 reason: finishTaskAfterBackgroundContentFetching owner pid:293 preventSuspend
            )}

            Thread 0:
            0   libsystem_kernel.dylib  0x2a8b92d0 mach_msg_trap + 8
            EOF
            """)
        #expect(imported.record?.termination.code == 0x8BAD_F00D)
        #expect(imported.record?.termination.cause == "assertion-timeout")
        #expect(imported.record?.termination.target?.pid == 293)
        let task = imported.record?.assertions.first
        #expect(task?.name == "Called by Lullaby, from -[LBYPushCenter keepAwake]")
        #expect(task?.kind == .uikitTask)
        #expect(task?.allowance == 40)
        #expect(task?.end == .open)
        #expect(imported.record?.threads.first?.isTriggered == true)
    }

    @Test func aLabelAloneIsAnExcerpt() {
        let imported = Imported("WatchdogEvent: scene-update\nProcessVisibility: Background\nsome words")
        #expect(imported.entry.kind == "excerpt")
        #expect(imported.record?.termination.watchdogEvent == "scene-update")
        #expect(imported.record?.termination.processVisibility == "Background")
    }

    @Test(
        arguments: [
            ("The app died with RUNNINGBOARD 0xdead10cc last night", 0xDEAD_10CC, "RUNNINGBOARD"),
            ("Termination reason: Namespace SPRINGBOARD, Code 0x8badf00d", 0x8BAD_F00D, "FRONTBOARD"),
        ] as [(String, UInt64, String)])
    func aCodeInAQuotationIsRead(text: String, code: UInt64, namespace: String) {
        let record = Imported(text).record
        #expect(record?.termination.code == code)
        #expect(record?.termination.canonicalNamespace == namespace)
    }

    @Test(arguments: ["Just some prose about 0x8badf00d and friends.", "x", "shopping: milk\neggs: 12"])
    func proseIsSkippedAndSaysSo(text: String) {
        let imported = Imported(text)
        #expect(imported.records.isEmpty)
        #expect(imported.entry.status == .skipped)
        #expect(imported.codes.contains("unknown-kind"))
    }

    @Test func logTextIsNamedAsSuch() {
        let imported = Imported("Nov 1 10:00:00 phone SpringBoard[58] <Notice>: hello\n")
        #expect(imported.entry.kind == "system-log")
    }

    @Test func openTasksWithoutTheirHeadlineAreRead() {
        let entry =
            "    <BKProcessAssertion: 0x1e0a41c0> identifier: Task process: P[417] permittedBackgroundDuration: 600.000000 "
            + "reason: finishTask owner pid:417 preventSuspend ,"
        for count in [1, 3, 6, 12] {
            let record = Imported(Array(repeating: entry, count: count).joined(separator: "\n")).record
            #expect(record?.assertions.count == count, "\(count) entries")
        }
    }
}
