import Foundation
import Testing

/// Compares with a file of `Goldens/`. `BGDIAG_RECORD=1` writes it, and the test fails all the same, so that
/// a recording run is never mistaken for a passing one.
func expectGolden(_ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let file = TestFolders.tests.appendingPathComponent("Goldens/\(name)")
    if ProcessInfo.processInfo.environment["BGDIAG_RECORD"] == "1" {
        do {
            try Data(actual.utf8).write(to: file)
            Issue.record("recorded \(name); run again without BGDIAG_RECORD", sourceLocation: sourceLocation)
        } catch {
            Issue.record("cannot write \(file.path): \(error)", sourceLocation: sourceLocation)
        }
        return
    }
    guard let data = try? Data(contentsOf: file) else {
        Issue.record("no golden \(name); BGDIAG_RECORD=1 records it", sourceLocation: sourceLocation)
        return
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard expected != actual else { return }
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let found = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(wanted, found).enumerated().first { $1.0 != $1.1 }?.offset ?? min(wanted.count, found.count)
    Issue.record(
        """
        \(name):\(line + 1) differs
        expected: \(line < wanted.count ? String(wanted[line]) : "(end)")
        found:    \(line < found.count ? String(found[line]) : "(end)")
        """, sourceLocation: sourceLocation)
}

enum TestFolders {
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let schema = tests.appendingPathComponent("../../docs/schema/bgdiag-report-1.json").standardizedFileURL
    static let timelineSchema =
        tests.appendingPathComponent("../../docs/schema/bgdiag-timeline-1.json").standardizedFileURL
}
