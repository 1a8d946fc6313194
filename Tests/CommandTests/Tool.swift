import Foundation
import Testing

/// The checkout that the tests were built from.
enum Project {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().standardizedFileURL.path

    static func path(_ relative: String) -> String { root + "/" + relative }
    static func text(_ relative: String) throws -> String {
        try String(contentsOfFile: path(relative), encoding: .utf8)
    }

    /// Paths of samples that the tests speak of often.
    static let watchdog = "samples/crash/scene-update-ios14-sqlite/input.ips"
    static let leak = "samples/crash/dump-ios9-bknewprocess-three-named/input.crash"
    static let userQuit = "samples/crash/user-quit-ios26/input.ips"
    static let ordinary = "samples/crash/ordinary-bad-access/input.ips"
    static let cutOff = "samples/damaged/cut-off-in-threads/input.ips"
}

/// One run of a command: what it wrote, and how it ended.
struct Run {
    var status: Int32
    var outBytes: Data
    var errBytes: Data

    var out: String { String(decoding: outBytes, as: UTF8.self) }
    var err: String { String(decoding: errBytes, as: UTF8.self) }
    var lines: [String] { out.split(separator: "\n").map(String.init) }

    /// Standard output as a JSON object.
    func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
        let value = try? JSONSerialization.jsonObject(with: outBytes)
        return try #require(
            value as? [String: Any], "not a JSON object: \(out.prefix(300))", sourceLocation: sourceLocation)
    }

    func incidents(sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
        try #require(json()["incidents"] as? [[String: Any]], sourceLocation: sourceLocation)
    }
}

/// The built commands, beside the test bundle.
enum Tool {
    /// The folder with the built products: the one of the running test program.
    static let products: String = {
        let candidates =
            [CommandLine.arguments[0], Bundle.main.executablePath ?? "", Bundle.main.bundlePath]
            + Bundle.allBundles.map(\.bundlePath)
        for path in candidates {
            var folder = URL(fileURLWithPath: path)
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                if FileManager.default.isExecutableFile(atPath: folder.path + "/bgdiag") { return folder.path }
            }
        }
        return Project.path(".build/debug")
    }()

    /// Runs `bgdiag` in the project's folder.
    static func bgdiag(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        try run("bgdiag", arguments, input: Data(input.utf8), environment: environment)
    }

    static func bgdiag(_ arguments: [String], input: Data = Data()) throws -> Run {
        try run("bgdiag", arguments, input: input)
    }

    /// Runs a shell line in which `bgdiag` is found, for pipes and special files.
    static func shell(_ line: String, environment: [String: String] = [:]) throws -> Run {
        try run("/bin/sh", ["-c", line], environment: environment)
    }

    /// Standard streams are files: a full pipe would stop the child, and nobody would empty it.
    static func run(
        _ name: String, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Run {
        try withScratch { folder in
            let (stdin, stdout, stderr) = (folder + "/in", folder + "/out", folder + "/err")
            try input.write(to: URL(fileURLWithPath: stdin))
            for path in [stdout, stderr] { try Data().write(to: URL(fileURLWithPath: path)) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: name.hasPrefix("/") ? name : products + "/" + name)
            process.arguments = arguments
            process.currentDirectoryURL = URL(fileURLWithPath: Project.root)
            // A terminal, a width or NO_COLOR of whoever runs the tests must not decide.
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            process.environment = ["PATH": products + ":" + path, "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
            process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: stdin))
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: stdout))
            process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: stderr))
            try process.run()
            process.waitUntilExit()
            let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
            return Run(
                status: status, outBytes: try Data(contentsOf: URL(fileURLWithPath: stdout)),
                errBytes: try Data(contentsOf: URL(fileURLWithPath: stderr)))
        }
    }
}

/// A folder of one's own, removed afterwards.
func withScratch<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bgdiag-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}

func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
