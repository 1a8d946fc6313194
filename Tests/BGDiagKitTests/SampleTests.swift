import BGDiagKit
import DiagnosticModel
import Foundation
import Testing

/// Each sample's folder is a case: what its notes promise, and its golden answer.
@Suite struct SampleTests {
    @Test func samplesAreFound() {
        #expect(Sample.all.count >= 100)
        #expect(Sample.all.filter(\.inputs.isEmpty).isEmpty, "a sample without input")
    }

    @Test(arguments: Sample.all) func notesHold(_ sample: Sample) throws {
        let report = try sample.diagnose()
        for (index, expected) in try Expectation.load(sample).enumerated() {
            let differences = report.incidents.map { expected.differences(from: $0) }
            // The incident that comes nearest is the one to speak about; the verdict counts for more than the rest.
            let distances = zip(report.incidents, differences).map {
                $1.count + ($0.verdict == expected.verdict ? 0 : 5)
            }
            if let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) {
                let best = differences[nearest]
                let which = index == 0 ? "expect" : "also \(index)"
                expectNoDifference(best, [], "\(sample.name): \(which)")
            } else if !expected.allowsSilence {
                Issue.record("\(sample.name): no incident, expected \(expected.verdict)")
            }
        }
    }

    /// `BGDIAG_RECORD=1` writes the golden, and the test fails all the same: a recording is no pass.
    @Test(arguments: Sample.all) func answerIsTheGoldenOne(_ sample: Sample) throws {
        let actual = SampleSummary.text(try sample.diagnose())
        let golden = "samples/\(sample.name)/expected.json"
        guard !Project.isRecording, let bytes = try? Project.bytes(golden) else {
            try Data(actual.utf8).write(to: URL(fileURLWithPath: Project.path(golden)))
            Issue.record("recorded \(golden); read it, and run again without BGDIAG_RECORD")
            return
        }
        let expected = String(decoding: bytes, as: UTF8.self)
        expectNoDifference(actual, expected, "\(golden)")
    }

    /// The same bytes give the same answer, whatever was read before them.
    @Test func answersDoNotDependOnWhatWasReadBefore() throws {
        let some = Sample.all.filter { $0.inputs.count == 1 }.prefix(20)
        var together = Diagnosis()
        var apart: [String] = []
        for sample in some {
            together.add(bytes: try sample.bytes()[0], path: sample.inputs[0])
            apart += try sample.diagnose().incidents.map(Self.key)
        }
        expectNoDifference(together.report().incidents.map(Self.key), apart)
    }

    private static func key(_ incident: Incident) -> String {
        let findings = incident.findings.map { "\($0.rule) \($0.confidence.rawValue) \($0.fingerprint): \($0.message)" }
        return "\(incident.verdict) \(findings)"
    }
}
