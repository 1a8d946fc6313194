import BGDiagKit
import DiagnosticModel
import EvidenceImport

/// The inputs of a command line: files, folders, standard input.
enum EvidenceInput {
    /// Reads everything there is and returns the paths that lead nowhere: one misspelt name must not cost the answer
    /// about the others.
    static func add(_ paths: [String], to diagnosis: inout Diagnosis) throws -> [String] {
        let missing = paths.filter { EvidencePaths.kind($0) == .missing }
        if missing.count == paths.count, let first = missing.first {
            throw UsageProblem("\(first): no such file or folder")
        }
        if paths.contains("-") { StandardStreams.endInputOnInterrupt() }
        for path in paths {
            switch EvidencePaths.kind(path) {
            case .missing: continue
            case .file: diagnosis.add(path: path)
            case .folder:
                let files = EvidencePaths.files(under: path)
                let before = diagnosis.ledger.entries.count
                for file in files { diagnosis.add(path: file) }
                let isEvidence = diagnosis.ledger.entries[before...].contains {
                    $0.status == .read || $0.status == .partial || $0.isKnownReport
                }
                if !isEvidence {
                    throw UsageProblem(
                        "\(path): no evidence in this folder (\(files.count) file(s), none is a report or a log); "
                            + "pass a report, a log, or a folder that holds .ips, .crash or MetricKit files")
                }
            }
        }
        return missing
    }
}
