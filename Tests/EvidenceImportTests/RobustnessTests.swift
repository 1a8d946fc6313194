import AppleFormats
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Testing

/// Whatever the bytes: no trap, no hang, and a ledger entry that says what became of them.
@Suite(.timeLimit(.minutes(5))) struct RobustnessTests {
    private func diagnose(_ bytes: [UInt8], _ note: String) {
        var diagnosis = Diagnosis()
        diagnosis.add(bytes: bytes, path: "input")
        let report = diagnosis.report()
        #expect(report.ledger.entries.count == 1, "\(note)")
        guard let entry = report.ledger.entries.first else { return }
        #expect(entry.byteCount == bytes.count, "\(note)")
        #expect(!entry.kind.isEmpty && !entry.kindTitle.isEmpty, "\(note)")
        // Nothing is passed over in silence.
        let isExplained = !report.incidents.isEmpty || !entry.issues.isEmpty || entry.status == .read
        #expect(
            isExplained,
            "\(note): \(entry.kindTitle) \(entry.status) \(String(decoding: bytes.prefix(80), as: UTF8.self))")
        for incident in report.incidents {
            #expect(!incident.verdict.isEmpty, "\(note)")
            let places = incident.record.locations.values.map { $0 } + incident.findings.flatMap(\.evidence)
            #expect(places.allSatisfy { $0.source == 0 && $0.line >= 0 }, "\(note)")
        }
    }

    @Test(arguments: 0..<12) func randomBytesAreAnswered(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let count = generator.below(400)
            diagnose((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<12) func randomWordsOfReportsAreAnswered(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 77)
        let pieces = [
            "{", "}", "[", "]", "\"", ":", ",", "\n", " ", "\0", "> ", "`", "// ", "\u{FEFF}", "\r\n", "é",
            "0x8badf00d",
            "Termination Reason: ", "FRONTBOARD ", "2343432205", "Namespace ", "Code ", "Thread 0:\n", "Process: ",
            "0   A  0x100000 b + 1\n", "\"bug_type\":\"309\"", "\"termination\":", "\"reasons\":", "\"threads\":",
            "<RBSTerminateContext|", "explanation:", " has active assertions beyond permitted time:", "WatchdogEvent: ",
            "<BKProcessAssertion: 0x1", "id: ", "name: ", "process: ", " permittedBackgroundDuration: ",
            "(finishTask:180s)",
            "with locked system files:", "/a/b", "Incident Identifier: ", "Binary Images:\n",
            "0x1 - 0x2 A arm64 <u> /a\n",
            "\"processes\":", "\"reason\":", "\"callStackTree\":", "\"usedImages\":",
            "Elapsed total CPU time (seconds): ",
            "1.5 (user 1.0, system 0.5), 9% CPU", "Exception Type: ", "ThermalInfo: (", "|", ")", ">", ";",
        ]
        for _ in 0..<60 {
            let text = (0..<generator.below(60)).map { _ in pieces[generator.below(pieces.count)] }.joined()
            diagnose(Array(text.utf8), "seed \(seed)")
        }
    }

    @Test(arguments: SampleInputs.names) func mutatedSamplesAreAnswered(name: String) throws {
        let bytes = try SampleInputs.bytes(name)
        // The name seeds the generator, so that a failure can be repeated.
        let seed = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        var generator = SeededGenerator(seed: seed)
        diagnose(bytes, "\(name) as it is")
        guard bytes.count > 1 else { return }
        for round in 0..<4 {
            diagnose(Array(bytes.prefix(generator.below(bytes.count))), "\(name) cut, round \(round)")
            diagnose(Array(bytes.dropFirst(generator.below(bytes.count))), "\(name) beheaded, round \(round)")
            diagnose(mutated(bytes, &generator), "\(name) mutated, round \(round)")
        }
    }

    private func mutated(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        let odd: [[UInt8]] = [
            [0], [0x0A], [0x22], [0x7B], [0x7D], [0xFF], [0x5C], [0x3C], [0x3E], [0x28], [0x30, 0x78],
        ]
        for _ in 0..<(1 + generator.below(12)) {
            guard bytes.count > 2 else { break }
            let at = generator.below(bytes.count)
            let end = min(bytes.count, at + 1 + generator.below(80))
            switch generator.below(5) {
            case 0: bytes[at] ^= UInt8(1 << generator.below(8))
            case 1: bytes.removeSubrange(at..<end)
            case 2: bytes.insert(contentsOf: bytes[at..<end], at: generator.below(bytes.count))
            case 3: bytes.insert(contentsOf: odd[generator.below(odd.count)], at: at)
            default: bytes.replaceSubrange(at..<end, with: odd[generator.below(odd.count)])
            }
        }
        return bytes
    }

    /// A cut at each line of a text sample and each member of a JSON one.
    @Test(arguments: [
        "crash/dump-ios6-three-tasks", "damaged/missing-pid", "jetsam/truncated", "metrickit/exit-counters",
    ])
    func cutsAtStructuralBoundariesAreAnswered(sample: String) throws {
        let name = try #require(SampleInputs.names.first { $0.hasPrefix(sample + "/") })
        let bytes = try SampleInputs.bytes(name)
        let boundaries = bytes.indices.filter { [0x0A, 0x2C, 0x7B, 0x5B].contains(bytes[$0]) }
        for cut in boundaries.enumerated().filter({ $0.offset % (boundaries.count / 60 + 1) == 0 }).map(\.element) {
            diagnose(Array(bytes[..<cut]), "\(name) cut at \(cut)")
        }
    }

    @Test func nulBytesInAReasonLineDoNotTrap() async {
        await #expect(processExitsWith: .success) {
            var diagnosis = Diagnosis()
            let text = "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: A\0\0\0\0B\nTriggered by Thread:  0\n"
            diagnosis.add(bytes: Array(text.utf8), path: "input")
        }
    }

    @Test func reasonsNestedWithoutEndDoNotOverflowTheStack() async {
        await #expect(processExitsWith: .success) {
            let nested = String(repeating: "[", count: 5_900) + "\"x\"" + String(repeating: "]", count: 5_900)
            var diagnosis = Diagnosis()
            diagnosis.add(
                bytes: Array("{\"procName\":\"A\",\"termination\":{\"reasons\":\(nested)}}".utf8), path: "input")
        }
    }

    @Test func oneLineOfFalseLabelsDoesNotOverflowTheStack() async {
        await #expect(processExitsWith: .success) {
            let text = String(repeating: "xdomain:", count: 300_000)
            var diagnosis = Diagnosis()
            diagnosis.add(
                bytes: Array("{\"procName\":\"A\",\"termination\":{\"reasons\":[\"\(text)\"]}}".utf8), path: "input")
        }
    }
}

/// The time an input takes grows with its size, not with its square. The limits leave room for a busy machine:
/// eight times the input may take up to three times as long as it should; a square takes 64 times.
@Suite(.timeLimit(.minutes(3)), .serialized) struct ScalingTests {
    private func seconds(_ text: String) -> Double {
        let bytes = Array(text.utf8)
        return (0..<2).map { _ in
            let time = ContinuousClock().measure {
                var importer = EvidenceImporter()
                _ = importer.importBytes(bytes, path: "input")
            }
            return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        }.min() ?? 0
    }

    private func expectLinear(_ count: Int, _ text: (Int) -> String) {
        let small = seconds(text(count))
        let large = seconds(text(count * 8))
        #expect(large < small * 24 + 0.02, "8 times the input took \(large / small) times as long")
    }

    @Test func aJetsamEventOfManyKilledProcesses() {
        expectLinear(1_000) { count in
            "{\"bug_type\":\"298\"}\n{\"largestProcess\":\"a\",\"processes\":["
                + (0..<count).map { "{\"name\":\"a\",\"pid\":\($0),\"reason\":\"highwater\"}" }.joined(separator: ",")
                + "]}"
        }
    }

    @Test func anArrayOfManyReports() {
        expectLinear(300) { count in
            "["
                + (0..<count).map { "{\"procName\":\"a\",\"pid\":\($0),\"termination\":{\"code\":1}}" }
                .joined(separator: ",") + "]"
        }
    }

    @Test func aPayloadOfManyDiagnostics() {
        expectLinear(600) { count in
            "{\"crashDiagnostics\":["
                + Array(repeating: "{\"diagnosticMetaData\":{\"bundleIdentifier\":\"x\",\"signal\":9}}", count: count)
                .joined(separator: ",") + "]}"
        }
    }

    /// Looking for a report behind every brace must not cost thousands of steps a brace.
    @Test func aTextOfManyOpeningBracesIsNotMuchSlowerThanAnyOther() {
        expectSimilar(
            "x\n" + String(repeating: "{a\n", count: 5_000), to: "x\n" + String(repeating: "a{\n", count: 5_000))
    }

    /// Each key's line must not be walked back to its start.
    @Test func aLineOfManyReportKeysIsNotMuchSlowerThanAnyOther() {
        expectSimilar(
            "x " + String(repeating: "Incident Identifier: ", count: 6_000),
            to: "x " + String(repeating: "Incident Identifies: ", count: 6_000))
    }

    private func expectSimilar(_ text: String, to other: String) {
        let (time, plain) = (seconds(text), seconds(other))
        #expect(time < plain * 4 + 0.05, "it took \(time) s, the other \(plain) s")
    }

    @Test func aReportOfManyLines() {
        expectLinear(300) { count in
            "Exception Type:  EXC_CRASH (SIGKILL)\nThread 0:\n"
                + (0..<count).map { "\($0)   Sample  0x100000000 main + \($0)\n" }.joined()
        }
    }
}
