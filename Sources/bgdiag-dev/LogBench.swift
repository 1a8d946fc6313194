import ArgumentParser
import Foundation

/// Speed on system logs: the whole diagnosis against one `grep -cE` over the same file, in one run.
struct LogBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Measure a release build on large logs: wall time against grep, from a file and a pipe; memory.")

    @Option(help: "The command to measure.") var command = ".build/release/bgdiag"
    @Option(help: "Size of the log in megabytes.") var megabytes = 1000
    @Option(help: "Relevant lines of a thousand.") var relevantPerMille = 5
    @Option(help: "Size of the log in which every line is relevant, in megabytes.") var denseMegabytes = 200
    @Option(help: "Repetitions; the median counts.") var repeats = 5
    @Option(help: "Write the logs to this folder and stop, for profiling.") var make: String?

    static let pattern = "assertion|BackgroundTask|runningboardd|assertiond|SpringBoard|launchd|dasd|memorystatus"

    func run() throws {
        let folder = make ?? NSTemporaryDirectory() + "bgdiag-bench-log-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { if make == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let sparse = folder + "/device.log"
        let dense = folder + "/dense.log"
        try write(sparse, megabytes: megabytes, perMille: relevantPerMille)
        try write(dense, megabytes: denseMegabytes, perMille: 1000)
        if make != nil { return }
        try compare("\(megabytes) MB, \(Double(relevantPerMille) / 10) % of the lines relevant", sparse)
        try compare("\(denseMegabytes) MB, every line relevant", dense)
        print("peak anonymous memory \(ReportBench.peakMemory(command, ["analyze", sparse, "-f", "json"])) KiB")
        print("  every line relevant \(ReportBench.peakMemory(command, ["analyze", dense, "-f", "json"])) KiB")
    }

    private func compare(_ title: String, _ path: String) throws {
        var file: [(grep: Double, own: Double)] = []
        var pipe: [(grep: Double, own: Double)] = []
        // Side by side, so that what else the machine does hits both.
        for _ in 0...repeats {
            // Into a pipe: with /dev/null behind it grep stops at the first match.
            let grep = try time("LC_ALL=C grep -cE '\(Self.pattern)' '\(path)' | cat")
            let own = try time("'\(command)' analyze '\(path)' -f json")
            file.append((grep, own))
            let grepPipe = try time("cat '\(path)' | LC_ALL=C grep -cE '\(Self.pattern)' | cat")
            let ownPipe = try time("cat '\(path)' | '\(command)' analyze - -f json")
            pipe.append((grepPipe, ownPipe))
        }
        print(title)
        report("  file", Array(file.dropFirst()))
        report("  pipe", Array(pipe.dropFirst()))
    }

    private func report(_ name: String, _ runs: [(grep: Double, own: Double)]) {
        let grep = runs.map(\.grep).sorted()[runs.count / 2]
        let own = runs.map(\.own).sorted()[runs.count / 2]
        func round(_ value: Double) -> Double { (value * 100).rounded() / 100 }
        print("\(name): grep \(round(grep)) s, diagnosis \(round(own)) s, ratio \(round(own / grep))")
    }

    private func time(_ line: String) throws -> Double {
        guard let cost = ChildProcess.run("/bin/sh", ["-c", line]) else { throw ValidationError("cannot run sh") }
        return cost.wall
    }

    private func write(_ path: String, megabytes: Int, perMille: Int) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw ValidationError("cannot write \(path)") }
        var maker = LogMaker(seed: 1)
        var block = Array(LogMaker.head.utf8)
        for _ in 0..<megabytes {
            maker.lines(size: 1_000_000, relevantPerMille: perMille, into: &block)
            file.write(Data(block))
            block.removeAll(keepingCapacity: true)
        }
        try file.close()
    }
}
