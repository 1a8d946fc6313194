import DiagnosticModel
import Foundation
import Testing

@testable import Reporting

struct JSONWriterTests {
    private func text(compact: Bool = true, _ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(compact: compact)
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1f}\u{8}", #""\u0000\u001f\u0008""#),
        ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{7f}\u{9b}\u{202e}", #""\u007f\u009b\u202e""#),
        ("é採👍–", #""é採👍–""#), ("\u{E0067}", #""\udb40\udc67""#), ("\r\n", #""\r\n""#), ("", #""""#),
    ])
    func strings(value: String, json: String) throws {
        let written = text { $0.string(value) }
        #expect(written == json)
        let read = try JSONSerialization.jsonObject(with: Data(written.utf8), options: .fragmentsAllowed) as? String
        #expect(read == value)
    }

    @Test func everyScalarReadsBack() throws {
        var all = String.UnicodeScalarView()
        for value in UInt32(0)...0x2FFF { if let scalar = Unicode.Scalar(value) { all.append(scalar) } }
        for value in UInt32(0xFE00)...0x100FF { if let scalar = Unicode.Scalar(value) { all.append(scalar) } }
        let written = text { $0.array { $0.string(String(all)) } }
        let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String]
        #expect(read?.first.map { Array($0.unicodeScalars) } == Array(all))
    }

    @Test func numbers() {
        let written = text { json in
            json.object { json in
                json.member("a", 1 << 53)
                json.member("b", (1 << 53) + 1)
                json.member("c", Int.min)
                json.member("d", UInt64.max)
                json.member("e", 30.0)
                json.member("f", 0.1)
                json.member("g", Double.nan)
                json.member("h", -Double.infinity)
                json.member("i", 1e300)
                json.member("j", Int?.none)
                json.null("k")
            }
        }
        #expect(
            written == #"{"a":9007199254740992,"b":"9007199254740993","c":"-9223372036854775808","#
                + #""d":"18446744073709551615","e":30,"f":0.1,"i":1e+300,"k":null}"#)
        #expect(text { $0.array { $0.number(.nan) } } == "[null]")
    }

    @Test func pretty() {
        let written = text(compact: false) { json in
            json.object { json in
                json.array("empty") { _ in }
                json.object("o") { $0.member("k", true) }
                json.array("a", ["x", "y"])
            }
        }
        #expect(
            written == """
                {
                  "empty": [],
                  "o": {
                    "k": true
                  },
                  "a": [
                    "x",
                    "y"
                  ]
                }
                """)
    }
}

struct JSONReporterTests {
    @Test func golden() {
        expectGolden(String(decoding: JSONReporter().render(Samples.watchdog), as: UTF8.self), "watchdog.json")
    }

    @Test func compactIsOneLine() throws {
        let bytes = JSONReporter(options: ReportOptions(compact: true)).render(Samples.everything)
        #expect(bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1)
        let compact = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
        let pretty =
            try JSONSerialization.jsonObject(with: Data(JSONReporter().render(Samples.everything))) as? NSDictionary
        #expect(compact == pretty)
    }

    @Test func unknownIsNull() throws {
        let incident = Incident(id: 0, record: DiagnosticRecord(kind: .other, source: 7))
        var report = Samples.empty
        report.incidents = [incident]
        let text = String(decoding: JSONReporter(options: ReportOptions(compact: true)).render(report), as: UTF8.self)
        #expect(text.contains(#""highestLevel":null"#))
        #expect(text.contains(#""confidence":null,"terminated":null"#))
        #expect(text.contains(#""findings":[],"notEvaluable":[],"missing":[]"#))
    }

    @Test func formatsAreNamed() {
        #expect(ReportFormat.all.map { $0.name } == ["text", "json"])
        #expect(ReportFormat.named("json") != nil && ReportFormat.named("sarif") == nil)
        for format in ReportFormat.all {
            let bytes = format.init(options: ReportOptions()).encode(Samples.watchdog)
            #expect(bytes.last == UInt8(ascii: "\n"))
        }
    }
}

/// The schema against the reporter, in both directions, by an independent validator.
struct SchemaTests {
    static let hasValidator = Python.run("import jsonschema; jsonschema.Draft202012Validator", []).status == 0

    @Test func parsesInPython() throws {
        try #require(Python.isInstalled, "python3 is not installed")
        for report in [Samples.empty, Samples.everything] {
            try withDocuments([JSONReporter().render(report)]) { files in
                let result = Python.run("import json,sys; json.load(open(sys.argv[1], encoding='utf-8'))", files)
                #expect(result.status == 0, "\(result.output)")
            }
        }
    }

    @Test(.enabled(if: hasValidator, "python3-jsonschema is not installed: the schema is not checked"))
    func reportsAreValidAndDocumented() throws {
        let reporter = JSONReporter()
        let failure = reporter.renderError(
            message: "no such file: a\u{1b}", code: "no-such-file", exitCode: 2, hint: "check the path",
            toolVersion: "1.0.0")
        let documents = [Samples.everything, Samples.several, Samples.nothingFound, Samples.empty].map(reporter.render)
        try withDocuments(documents + [failure]) { files in
            let result = Python.run(Self.check, [TestFolders.schema.path] + files)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test(.enabled(if: hasValidator, "python3-jsonschema is not installed: the schema is not checked"))
    func timelinesAreValidAndDocumented() throws {
        let report = Samples.everything
        let documents = [
            TimelineJSON().encode(report.timeline, ledger: report.ledger),
            TimelineJSON().encode(Timeline(), ledger: Ledger()),
            TimelineJSON().encode(TimelineSamples.hostile, ledger: TimelineSamples.ledger),
        ]
        try withDocuments(documents) { files in
            let result = Python.run(Self.check, [TestFolders.timelineSchema.path] + files)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    /// Valid as it stands; valid when unknown members are forbidden (nothing undocumented is written); and every
    /// documented member is written by one of the documents (nothing documented is missing).
    private static let check = """
        import copy, json, sys
        from jsonschema import Draft202012Validator as V
        schema = json.load(open(sys.argv[1], encoding='utf-8'))
        V.check_schema(schema)
        docs = [json.load(open(f, encoding='utf-8')) for f in sys.argv[2:]]
        strict = copy.deepcopy(schema)
        def close(n):
            if isinstance(n, dict):
                if isinstance(n.get('properties'), dict) and n.get('type') == 'object':
                    n.setdefault('additionalProperties', False)
                for v in n.values(): close(v)
            elif isinstance(n, list):
                for v in n: close(v)
        close(strict)
        bad = []
        for s in (schema, strict):
            for i, d in enumerate(docs):
                part = s['$defs']['failure' if 'error' in d else 'diagnosis'] if 'oneOf' in s else s
                exact = dict(part, **{'$defs': s['$defs']})
                bad += ['doc %d %s: %s' % (i, e.json_path, e.message[:200]) for e in V(exact).iter_errors(d)]
                bad += ['doc %d is neither or both' % i] if not V(s).is_valid(d) else []
        seen = set()
        def walk(node, value, name):
            while '$ref' in node:
                name = node['$ref'].split('/')[-1]
                node = schema['$defs'][name]
            if isinstance(value, list):
                for v in value: walk(node.get('items', {}), v, name + '[]')
            if isinstance(value, dict):
                for k, v in value.items():
                    seen.add((name, k))
                    p = node.get('properties', {}).get(k, node.get('additionalProperties', {}))
                    if isinstance(p, dict): walk(p, v, name + '.' + k)
        for d in docs:
            name = 'failure' if 'error' in d else 'diagnosis'
            walk(schema['$defs'][name] if 'oneOf' in schema else schema, d, name)
        for name, part in schema['$defs'].items():
            if name == 'diagnostic': continue
            bad += ['never written: %s.%s' % (name, k) for k in part.get('properties', {}) if (name, k) not in seen]
        print('\\n'.join(bad))
        sys.exit(1 if bad else 0)
        """

    private func withDocuments(_ documents: [[UInt8]], _ body: ([String]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bgdiag-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = documents.indices.map { folder.appendingPathComponent("\($0).json") }
        for (file, document) in zip(files, documents) { try Data(document).write(to: file) }
        try body(files.map(\.path))
    }
}

private enum Python {
    static let isInstalled = run("", []).status == 0

    static func run(_ program: String, _ arguments: [String]) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The distribution's interpreter has python3-jsonschema; another one first in PATH may not.
        let system = "/usr/bin/python3"
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        process.arguments = [python, "-c", program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        do { try process.run() } catch { return (127, "\(error)") }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}
