import DiagnosticModel
import Foundation
import Reporting
import Testing

/// What the samples give as JSON is what `docs/schema` says, by an independent validator.
@Suite struct SchemaTests {
    private static let hasValidator =
        (try? python("import jsonschema; jsonschema.Draft202012Validator", []))?.status == 0

    @Test(.enabled(if: hasValidator, "python3-jsonschema is not installed: the samples' JSON is not validated"))
    func everySampleIsValid() throws {
        try check("bgdiag-report-1.json", member: "incidents") { JSONReporter().render(try $0.diagnose()) }
    }

    @Test(.enabled(if: hasValidator, "python3-jsonschema is not installed: the samples' JSON is not validated"))
    func everyTimelineIsValid() throws {
        try check("bgdiag-timeline-1.json", member: "timeline") { sample in
            let report = try sample.diagnose()
            return TimelineJSON().encode(report.timeline, ledger: report.ledger)
        }
    }

    private func check(_ schema: String, member: String, _ document: (Sample) throws -> [UInt8]) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bgdiag-schema-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for sample in Sample.all {
            let name = sample.name.replacingOccurrences(of: "/", with: "_") + ".json"
            try Data(document(sample)).write(to: folder.appendingPathComponent(name))
        }
        let result = try Self.python(
            Self.check, [Project.path("docs/schema/" + schema), folder.path, "\(Sample.all.count)", member])
        #expect(result.status == 0, "\(result.output)")
    }

    private static let check = """
        import glob, json, sys
        from jsonschema import Draft202012Validator as V
        schema = json.load(open(sys.argv[1], encoding='utf-8'))
        V.check_schema(schema)
        files = sorted(glob.glob(sys.argv[2] + '/*.json'))
        bad = [] if len(files) == int(sys.argv[3]) else ['%d files' % len(files)]
        for f in files:
            document = json.load(open(f, encoding='utf-8'))
            if sys.argv[4] not in document: bad.append(f + ': no ' + sys.argv[4])
            bad += ['%s: %s: %s' % (f, e.json_path, e.message[:200]) for e in V(schema).iter_errors(document)]
        broken = json.loads(json.dumps(document))
        broken[sys.argv[4]] = 'none'
        if V(schema).is_valid(broken): bad.append('the schema takes anything')
        print('\\n'.join(bad[:20]))
        sys.exit(1 if bad else 0)
        """

    /// Output goes to a file: a full pipe would stop the child.
    private static func python(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("bgdiag-\(UUID().uuidString).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let output = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, (try? String(contentsOf: log, encoding: .utf8)) ?? "")
    }
}
