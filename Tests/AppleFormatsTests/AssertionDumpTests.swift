import Testing

@testable import AppleFormats

/// The five shapes in which iOS 4 to 12 listed the assertions that were open at a kill.
@Suite struct AssertionDumpTests {
    private func dump(_ text: String) throws -> ProcessAssertionDump {
        try #require(ProcessAssertionDump(SourceText(text)))
    }

    private func list(_ subject: String, _ entries: String...) -> String {
        "\(subject) has active assertions beyond permitted time: \n{(\n    "
            + entries.joined(separator: ",\n    ") + "\n)}"
    }

    @Test func readsTheListOfIOS4To6() throws {
        let found = try dump(
            list(
                "Kestrel[861]",
                "<SBProcessAssertion: 0xc2d81f0> identifier: UIKitBackgroundCompletionTask process: Kestrel[861] "
                    + "permittedBackgroundDuration: 600.000000 reason: finishTask owner pid:861 preventSuspend  "
                    + "preventIdleSleep "))
        #expect(found.subject?.value == "Kestrel[861]")
        let entry = try #require(found.entries.first)
        #expect(entry.name == "UIKitBackgroundCompletionTask")
        #expect(entry.process == "Kestrel[861]")
        #expect(entry.duration == 600)
        #expect(entry.reason == "finishTask")
        #expect(entry.ownerPID == 861)
        #expect(entry.flags == ["preventSuspend", "preventIdleSleep"])
        #expect(!found.isTruncated)
    }

    @Test func readsTheListOfIOS7WithASelectorAsName() throws {
        let found = try dump(
            list(
                "Night Train 2[512]",
                "<BKProcessAssertion: 0x15d0c330> identifier: Called by Night Train 2, from -[NTRSaver save process:] "
                    + "process: Night Train 2[512] permittedBackgroundDuration: 180.000000 reason: finishTask "
                    + "owner pid:512 preventSuspend  preventIdleSleep  preventSuspendOnSleep "))
        #expect(found.subject?.value == "Night Train 2[512]")
        #expect(found.entries.map(\.name) == ["Called by Night Train 2, from -[NTRSaver save process:]"])
        #expect(found.entries.first?.process == "Night Train 2[512]")
        #expect(found.entries.first?.duration == 180)
    }

    @Test func readsTheListOfIOS8And9WithAProcessObject() throws {
        let handle = "<BKNewProcess: 0x13fd0a1b0; com.example.kestrel; pid: 1587; hostpid: -1>"
        let found = try dump(
            list(
                handle,
                "<BKProcessAssertion: 0x13fd41e00> id: 1587-C73345DB name: Upload Album cats_slash_2016 "
                    + "process: \(handle) permittedBackgroundDuration: 180.000000 reason: finishTask "
                    + "owner pid:1587 preventSuspend  preventIdleSleep ",
                "<BKProcessAssertion: 0x13fd52c70> id: 92-1C866FBF name: com.apple.nsurlsessiond.handlesession a.b "
                    + "process: \(handle) permittedBackgroundDuration: 30.000000 reason: backgroundDownload "
                    + "owner pid:92 preventSuspend "))
        #expect(found.subject?.value == handle)
        #expect(
            found.entries.map(\.name) == ["Upload Album cats_slash_2016", "com.apple.nsurlsessiond.handlesession a.b"])
        #expect(found.entries.map(\.identifier) == ["1587-C73345DB", "92-1C866FBF"])
        #expect(found.entries.map(\.process) == [handle, handle])
        #expect(found.entries.map(\.duration) == [180, 30])
        #expect(found.entries.map(\.reason) == ["finishTask", "backgroundDownload"])
        #expect(found.entries.map(\.ownerPID) == [1587, 92])
    }

    @Test func readsTheShortFormOfIOS10To12() throws {
        let found = try dump(
            list(
                "<BKNewProcess: 0x1; Willow pid: 291; hostpid: 101>",
                "<BKProcessAssertion: 0x1019073c0; \"Upload (retry)\" (finishTask:180s); id:\u{2026}5CF3A9> "
                    + "(owner: Willow:291) [active]",
                "<BKProcessAssertion: 0x1019073c1; \"forever\" (audio:inf); id:\u{2026}5CF3AA> (owner: Willow:291)"))
        #expect(found.entries.map(\.name) == ["Upload (retry)", "forever"])
        #expect(found.entries.map(\.reason) == ["finishTask", "audio"])
        #expect(found.entries.map(\.duration) == [180, nil])
        #expect(found.entries.map(\.identifier) == ["\u{2026}5CF3A9", "\u{2026}5CF3AA"])
        #expect(found.entries.map(\.owner) == ["Willow:291", "Willow:291"])
    }

    @Test func readsTheLongFormOfTheLogs() throws {
        let found = try dump(
            "<Warning>: Willow:291 has active assertions beyond permitted time:\n{(\n    <BKProcessAssertion: 0x101; "
                + "id: 291-AF12; name: Sync journal; state: active; reason: finishTask; duration: 30.0s> {\n"
                + "    owner = <BSProcessHandle: 0x102; Willow:291; valid: YES>;\n)}")
        #expect(found.subject?.value == "Willow:291")
        let entry = try #require(found.entries.first)
        #expect(entry.name == "Sync journal")
        #expect(entry.identifier == "291-AF12")
        #expect(entry.reason == "finishTask")
        #expect(entry.duration == 30)
    }

    @Test func severalTasksOfOneNameStaySeparate() throws {
        let entry =
            "<BKProcessAssertion: 0x1e0a41c0> identifier: UIKitBackgroundCompletionTask process: P[4] "
            + "permittedBackgroundDuration: 600.000000 reason: finishTask owner pid:4 preventSuspend "
        let found = try dump(list("P[4]", entry, entry, entry))
        #expect(found.entries.count == 3)
        #expect(found.entries.allSatisfy { $0.name == "UIKitBackgroundCompletionTask" && $0.duration == 600 })
        #expect(Set(found.entries.map(\.range)).count == 3)
    }

    @Test func rangesHoldTheEntries() throws {
        let source = SourceText(
            list("P[4]", "<BKProcessAssertion: 0x1> identifier: A process: P[4] reason: finishTask owner pid:4 "))
        let found = try #require(ProcessAssertionDump(source))
        #expect(found.subject.map { source.string($0.range).contains("P[4]") } == true)
        let words = found.entries.first.map { source.string($0.range) }
        #expect(words?.hasPrefix("<BKProcessAssertion: 0x1>") == true)
        #expect(words?.contains("owner pid:4") == true)
        #expect(words?.contains("beyond") == false)
    }

    @Test func aListThatIsCutOffSaysSo() throws {
        #expect(try dump("P[4] has active assertions beyond permitted time:").isTruncated)
        let open = try dump("P[4] has active assertions beyond permitted time: {( <BKProcessAssertion: 0x1; \"up")
        #expect(open.isTruncated)
        #expect(open.entries.count == 1)
    }

    @Test func entriesWithoutTheirHeadlineAreRead() throws {
        let found = try dump("<BKProcessAssertion: 0x1> identifier: A process: P[4] reason: finishTask owner pid:4 ")
        #expect(found.subject == nil)
        #expect(found.entries.map(\.name) == ["A"])
    }

    @Test func otherTextsAreNoList() {
        #expect(ProcessAssertionDump(SourceText("Termination Reason: SIGNAL 6")) == nil)
        #expect(ProcessAssertionDump(SourceText("")) == nil)
    }

    @Test func everyCutOfEveryShapeIsRead() {
        let shapes = [
            list(
                "P[4]",
                "<SBProcessAssertion: 0xc> identifier: T process: P[4] permittedBackgroundDuration: 9.0 reason: f owner pid:8"
            ),
            list(
                "<BKNewProcess: 0x1; W pid: 2; hostpid: 1>",
                "<BKProcessAssertion: 0x1; \"U\" (f:180s); id:5> (owner: W:2)"),
            list("W:2", "<BKProcessAssertion: 0x1; id: 2-A; name: S; state: active; reason: f; duration: 30.0s>"),
        ]
        for shape in shapes {
            for cut in 0..<shape.utf8.count {
                let found = ProcessAssertionDump(SourceText(String(decoding: Array(shape.utf8)[..<cut], as: UTF8.self)))
                #expect(found.map { $0.entries.count <= 1 } ?? true)
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func manyEntriesCostTheirNumber() throws {
        let entry =
            "<BKProcessAssertion: 0x1e0a41c0> identifier: T process: P[4] permittedBackgroundDuration: 600.0 "
            + "reason: finishTask owner pid:4 ,\n"
        func seconds(_ count: Int) -> Double {
            let source = SourceText(
                "P[4] has active assertions beyond permitted time:\n" + String(repeating: entry, count: count))
            let time = ContinuousClock().measure { #expect(ProcessAssertionDump(source)?.entries.count == count) }
            return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        }
        let (small, large) = (min(seconds(100), seconds(100)), min(seconds(1600), seconds(1600)))
        #expect(large < small * 48, "16 times the entries took \(large / small) times as long")
    }
}
