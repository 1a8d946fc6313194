import ArgumentParser
import Foundation

/// Speed of the installed command, as ratios within one run: the machine is shared, absolute times are not.
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure a release build, on reports (the default) or on logs.",
        subcommands: [ReportBench.self, LogBench.self], defaultSubcommand: ReportBench.self)
}

/// Many reports, one after another.
struct ReportBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Measure a release build: cold start, many reports, memory, and the ratio to Python's json.load.")

    @Option(help: "The command to measure.") var command = ".build/release/bgdiag"
    @Option(help: "How many reports in the batch.") var reports = 200
    @Option(help: "Size of each report in bytes.") var size = 110_000
    @Option(help: "Repetitions of each measurement; the median counts.") var repeats = 15

    @Option(help: "Write the reports to this folder and stop, for profiling.") var make: String?

    func run() throws {
        if let make { return try makeReports(in: make) }
        guard FileManager.default.isExecutableFile(atPath: command) else {
            throw ValidationError("\(command) is not there; build a release first (make release)")
        }
        let folder = NSTemporaryDirectory() + "bgdiag-bench-\(ProcessInfo.processInfo.processIdentifier)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeReports(in: folder)
        let one = "\(folder)/r0.ips"
        let nothing = try median("/bin/true", [])
        let cold = try median(command, ["analyze", one])
        let batch = try median(command, ["analyze", folder, "-f", "json"])
        let python = try median("/usr/bin/env", ["python3", "-c", Self.load, folder])
        let bare = try median("/usr/bin/env", ["python3", "-c", "import json, sys, glob"])
        let memory = Self.peakMemory(command, ["analyze", folder, "-f", "json"])
        print(
            "one report of \(size) bytes, cold   \(Self.ms(cold.wall)) ms, \(Self.ms(cold.wall - nothing.wall)) ms more than /bin/true (\(Self.ms(nothing.wall)) ms)"
        )
        print("\(reports) distinct reports, one run     \(Self.ms(batch.wall)) ms wall, \(Self.ms(batch.cpu)) ms CPU")
        print(
            "Python json.load of the same files \(Self.ms(python.wall - bare.wall)) ms without its start (\(Self.ms(bare.wall)) ms)"
        )
        let ratio = (python.cpu - bare.cpu) / max(0.0001, batch.cpu)
        print(
            "ratio json.load / whole diagnosis  \((ratio * 100).rounded() / 100) (CPU time; above 1: the diagnosis is faster)"
        )
        print("peak anonymous memory              \(memory) KiB")
    }

    private static let load =
        "import json, sys, glob\nfor f in glob.glob(sys.argv[1] + '/*'):\n  t = open(f).read(); i = t.index('\\n'); json.loads(t[:i]); json.loads(t[i:])"

    private func makeReports(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var maker = ReportMaker(seed: 1)
        for index in 0..<reports {
            try Data(maker.report(index: index, size: size)).write(to: URL(fileURLWithPath: "\(folder)/r\(index).ips"))
        }
    }

    /// The median run by wall time, and the median CPU time.
    private func median(_ path: String, _ arguments: [String]) throws -> ChildProcess.Cost {
        var costs: [ChildProcess.Cost] = []
        for _ in 0...repeats {
            guard let cost = ChildProcess.run(path, arguments) else { throw ValidationError("cannot run \(path)") }
            costs.append(cost)
        }
        // The first run fills the page cache.
        costs.removeFirst()
        return ChildProcess.Cost(
            wall: costs.map(\.wall).sorted()[repeats / 2], cpu: costs.map(\.cpu).sorted()[repeats / 2], status: 0)
    }

    /// Peak of `RssAnon`, watched while the command runs a few times: the kernel keeps no high-water mark of it.
    static func peakMemory(_ path: String, _ arguments: [String]) -> Int {
        var peak = 0
        for _ in 0..<5 {
            _ = ChildProcess.run(path, arguments) { pid in
                let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
                for line in status.split(separator: "\n") where line.hasPrefix("RssAnon:") {
                    peak = max(peak, Int(line.filter(\.isNumber)) ?? 0)
                }
            }
        }
        return peak
    }

    private static func ms(_ seconds: Double) -> String { String((seconds * 10_000).rounded() / 10) }
}
