import BGDiagKit
import DiagnosticModel
import Foundation
import Reporting
import SystemFacts
import Testing

/// Damage: nothing traps, hangs or goes without a ledger entry, and the answer stays sound. `bgdiag-dev fuzz` does
/// the same for hours; this is the share that fits into each test run.
@Suite struct RobustnessTests {
    /// `BGDIAG_SEED` repeats a failure or looks elsewhere.
    private static let seed = ProcessInfo.processInfo.environment["BGDIAG_SEED"].flatMap { UInt64($0) } ?? 7

    @Test(arguments: Sample.all) func truncated(_ sample: Sample) throws {
        for (path, bytes) in zip(sample.inputs, try sample.bytes()) where bytes.count > 1 {
            var random = DamageGenerator(seed: Self.seed, salt: path)
            // Half of the cuts where something begins or ends, half anywhere.
            let edges = bytes.indices.filter { [0x0A, 0x22, 0x2C, 0x3C, 0x3E, 0x7B, 0x7D].contains(bytes[$0]) }
            var cuts = (0..<3).map { _ in Int.random(in: 0..<bytes.count, using: &random) }
            cuts += (0..<3).compactMap { _ in edges.randomElement(using: &random) }
            for cut in cuts {
                try check(Array(bytes[..<cut]), "\(path) cut at \(cut)")
            }
        }
    }

    @Test(arguments: Sample.all) func flipped(_ sample: Sample) throws {
        for (path, bytes) in zip(sample.inputs, try sample.bytes()) where !bytes.isEmpty {
            var random = DamageGenerator(seed: Self.seed, salt: path)
            for variant in 0..<6 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...16, using: &random) {
                    let at = Int.random(in: 0..<damaged.count, using: &random)
                    damaged[at] = UInt8.random(in: 0...255, using: &random)
                }
                try check(damaged, "\(path) variant \(variant) of seed \(Self.seed)")
            }
        }
    }

    /// Half of a report is half of the evidence, and the ledger says so, wherever the format shows its end: JSON by its
    /// last brace, the text of a crash by the images behind the threads.
    @Test(arguments: Sample.all) func halfIsNeverCalledWhole(_ sample: Sample) throws {
        for (path, bytes) in zip(sample.inputs, try sample.bytes()) where bytes.count > 2_000 {
            let half = Array(bytes[..<(bytes.count / 2)])
            let (before, behind) = (
                String(decoding: half, as: UTF8.self), String(decoding: bytes[half.count...], as: UTF8.self)
            )
            let isJSON = before.hasPrefix("{") && before.contains("\n{") && !before.contains("Incident Identifier:")
            guard isJSON || (before.contains("Thread 0") && behind.contains("\nBinary Images:")) else { continue }
            var diagnosis = Diagnosis()
            diagnosis.add(bytes: half, path: path)
            let report = diagnosis.report()
            #expect(
                report.ledger.isIncomplete, "\(path) cut at \(half.count) is \(report.ledger.entries.map(\.status))")
        }
    }

    @Test(arguments: Bomb.all) func bombsEndInAClearError(_ bomb: Bomb) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try check(bomb.bytes, bomb.name)
        // A debug build on a busy machine; what must not be is minutes.
        #expect(clock.now - start < .seconds(20))
        let issues = report.ledger.entries.flatMap(\.issues)
        #expect(!issues.isEmpty && issues.allSatisfy { !$0.message.isEmpty }, "\(bomb.name): no clear error")
        #expect(report.incidents.allSatisfy { $0.findings.isEmpty }, "\(bomb.name): accuses somebody")
    }

    @discardableResult
    private func check(_ bytes: [UInt8], _ name: String) throws -> DiagnosisReport {
        var diagnosis = Diagnosis()
        diagnosis.add(bytes: bytes, path: "input")
        let report = diagnosis.report()
        let context = "\(name), seed \(Self.seed)"
        #expect(report.ledger.entries.map(\.id) == [0], "\(context): ledger")
        for incident in report.incidents {
            #expect(VerdictFact.lookup(incident.verdict) != nil, "\(context): verdict '\(incident.verdict)'")
        }
        let citations = CitationCheck(bytes)
        for (what, place) in report.citations where citations.isUTF8 {
            #expect(place.bytes.upperBound <= bytes.count, "\(context): \(what) cites \(place.bytes)")
        }
        let json = JSONReporter().render(report)
        #expect(throws: Never.self, "\(context): JSON") { try JSONSerialization.jsonObject(with: Data(json)) }
        let text = TextReporter(options: ReportOptions(verbosity: .verbose)).encode(report)
        #expect(!text.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }, "\(context): control characters")
        return report
    }
}

/// SplitMix64 with a salt of the input's name, so that a new sample does not change what happens to the others.
struct DamageGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, salt: String) {
        state = salt.utf8.reduce(seed &* 0x100_0000_01B3) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
