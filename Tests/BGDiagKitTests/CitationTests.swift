import DiagnosticModel
import Testing

/// "Every statement points to bytes": to bytes that are there, and that say so.
@Suite struct CitationTests {
    @Test(arguments: Sample.all) func citationsAreTrue(_ sample: Sample) throws {
        let report = try sample.diagnose()
        let inputs = try sample.bytes().map { CitationCheck($0) }
        let problems = report.citations.compactMap { what, place -> String? in
            guard inputs.indices.contains(place.source) else { return "\(what): no input \(place.source)" }
            return inputs[place.source].problem(place).map { "\(what): \($0)" }
        }
        expectNoDifference(problems, [])
    }

    @Test(arguments: Sample.all) func findingsCiteSomething(_ sample: Sample) throws {
        for finding in try sample.diagnose().incidents.flatMap(\.findings) {
            #expect(!finding.evidence.isEmpty, "\(finding.rule) cites nothing")
            #expect(finding.evidence.allSatisfy { !$0.excerpt.isEmpty }, "\(finding.rule) cites without words")
        }
    }

    @Test(arguments: Sample.all) func issuesStandWhereTheLedgerSays(_ sample: Sample) throws {
        let report = try sample.diagnose()
        let inputs = try sample.bytes()
        for entry in report.ledger.entries where entry.member == nil {
            let bytes = inputs[entry.id]
            let check = CitationCheck(bytes)
            #expect(entry.byteCount == bytes.count)
            for issue in entry.issues where check.isUTF8 {
                guard let offset = issue.offset else { continue }
                #expect((0...bytes.count).contains(offset), "\(issue.code): byte \(offset) of \(bytes.count)")
                if let line = issue.line { #expect(line == check.line(of: offset), "\(issue.code) at byte \(offset)") }
            }
        }
    }

    /// The check itself must be able to fail.
    @Test func falseCitationsAreSeen() {
        let check = CitationCheck(Array("first\nsecond line\n".utf8))
        func place(_ range: Range<Int>, _ line: Int, _ excerpt: String) -> EvidenceLocation {
            EvidenceLocation(source: 0, bytes: range, line: line, excerpt: excerpt)
        }
        #expect(check.problem(place(6..<17, 2, "second line")) == nil)
        #expect(check.problem(place(6..<17, 1, "second line")) != nil)
        #expect(check.problem(place(7..<17, 2, "second line")) != nil)
        #expect(check.problem(place(6..<40, 2, "second line")) != nil)
        #expect(check.problem(place(6..<17, 2, "first line")) != nil)
    }
}
