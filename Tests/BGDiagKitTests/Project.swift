import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Foundation
import Testing

/// The checkout that the tests were built from.
enum Project {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().standardizedFileURL.path

    static func path(_ relative: String) -> String { root + "/" + relative }

    static func bytes(_ relative: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(relative))))
    }

    static var isRecording: Bool { ProcessInfo.processInfo.environment["BGDIAG_RECORD"] == "1" }
}

/// One folder `samples/<kind>/<case>/`.
struct Sample: Sendable, CustomTestStringConvertible {
    /// "crash/task-timeout-ios18"
    let name: String
    /// Paths of its evidence, from the project's folder, in the order of the command's folder walk.
    let inputs: [String]

    var testDescription: String { name }

    /// Every sample there is, found by listing the folders.
    static let all: [Sample] = {
        var samples: [Sample] = []
        let folder = Project.path("samples")
        for kind in names(in: folder) {
            for item in names(in: folder + "/" + kind) {
                let name = kind + "/" + item
                let inputs = EvidencePaths.files(under: folder + "/" + name).filter(RuleExamples.isInput)
                    .map { String($0.dropFirst(Project.root.count + 1)) }
                samples.append(Sample(name: name, inputs: inputs))
            }
        }
        return samples
    }()

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The bytes of each input: what `EvidenceLocation.source` counts.
    func bytes() throws -> [[UInt8]] { try inputs.map { try Project.bytes($0) } }

    /// As the command diagnoses the folder, with paths from the project's folder.
    func diagnose() throws -> DiagnosisReport {
        var diagnosis = Diagnosis()
        for (path, bytes) in zip(inputs, try bytes()) { diagnosis.add(bytes: bytes, path: path) }
        return diagnosis.report()
    }
}

/// Verdicts that accuse nobody.
let innocentVerdicts: Set = ["ordinary-crash", "none", "unknown"]
