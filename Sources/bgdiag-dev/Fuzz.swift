import ArgumentParser
import BGDiagKit
import DiagnosticModel
import EvidenceImport
import Foundation
import Reporting

/// Damages every sample in many ways: nothing may trap, hang or go without a ledger entry.
struct Fuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Truncate and byte-flip every sample; run it from a release build.")

    @Argument(help: "Folders with samples.") var folders: [String] = ["samples"]
    @Option(help: "Truncate at every N-th byte.") var step = 97
    @Option(help: "Byte-flipped variants of each input.") var flips = 500
    @Option(help: "Seed; printed, so that a failure can be repeated.") var seed: UInt64?
    @Option(help: "Milliseconds that one input may take before it counts as a hang.") var limit = 2_000
    @Option(help: "Stop after about this many variants of each input (0: all).") var budget = 0

    func run() throws {
        let seed = seed ?? UInt64.random(in: 1...1_000_000_000)
        print("seed \(seed)")
        var run = FuzzRun(limit: .milliseconds(limit))
        let inputs = folders.flatMap { EvidencePaths.files(under: $0) }.filter(RuleExamples.isInput)
        for (index, path) in inputs.enumerated() {
            // Unbuffered, so that a trap names its input.
            FileHandle.standardError.write(Data("\(index + 1)/\(inputs.count) \(path)\n".utf8))
            let bytes = try FileBytes.read(path, limit: 64 << 20)
            truncate(bytes, path, &run)
            flip(bytes, path, seed: seed &+ UInt64(index), &run)
        }
        for bomb in Bombs.all { run.feed(bomb.bytes, name: bomb.name, isBomb: true) }
        run.report(inputs: inputs.count)
        if !run.failures.isEmpty { throw ExitCode(1) }
    }

    private func truncate(_ bytes: [UInt8], _ path: String, _ run: inout FuzzRun) {
        let count = bytes.count / max(1, step) + 1
        let stride = budget > 0 && count > budget ? step * (count / budget + 1) : step
        for end in Swift.stride(from: 0, to: bytes.count, by: max(1, stride)) {
            run.feed(Array(bytes[..<end]), name: "\(path) cut at \(end)")
        }
    }

    private func flip(_ bytes: [UInt8], _ path: String, seed: UInt64, _ run: inout FuzzRun) {
        guard !bytes.isEmpty else { return }
        var random = SeededGenerator(seed: seed)
        for variant in 0..<(budget > 0 ? min(flips, budget) : flips) {
            var damaged = bytes
            // One to sixteen bytes: single flips find parsers' edges, many find loops.
            for _ in 0..<Int.random(in: 1...16, using: &random) {
                let at = Int.random(in: 0..<damaged.count, using: &random)
                damaged[at] = UInt8.random(in: 0...255, using: &random)
            }
            run.feed(damaged, name: "\(path) variant \(variant) of seed \(seed)")
        }
    }
}

/// Feeds inputs through the whole analysis and both reporters.
struct FuzzRun {
    let limit: Duration
    private(set) var failures: [String] = []
    private var count = 0
    private var slowest: (Duration, String) = (.zero, "")
    private let clock = ContinuousClock()

    init(limit: Duration) { self.limit = limit }

    mutating func feed(_ bytes: [UInt8], name: String, isBomb: Bool = false) {
        count += 1
        let start = clock.now
        var diagnosis = Diagnosis()
        diagnosis.add(bytes: bytes, path: name)
        let report = diagnosis.report()
        let json = JSONReporter().render(report)
        let text = TextReporter().render(report)
        let spent = clock.now - start
        if spent > slowest.0 { slowest = (spent, name) }
        if spent > (isBomb ? .seconds(1) : limit) { failures.append("\(name): took \(spent)") }
        if report.ledger.entries.count != 1 { failures.append("\(name): no ledger entry") }
        if json.isEmpty || text.isEmpty { failures.append("\(name): an empty report") }
        if isBomb, let entry = report.ledger.entries.first, entry.issues.isEmpty {
            failures.append("\(name): no clear error")
        }
    }

    func report(inputs: Int) {
        for failure in failures.prefix(50) { print("FAIL \(failure)") }
        print("\(inputs) inputs, \(count) variants, \(failures.count) failure(s); slowest \(slowest.0) (\(slowest.1))")
    }
}
