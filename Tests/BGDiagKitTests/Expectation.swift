import DiagnosticModel
import Foundation
import Yams

/// What `about.yaml` says of one incident; nil was not asked.
struct Expectation: Sendable {
    var verdict: String
    var confidence: String?
    var process: String?
    var pid: Int?
    var code: String?
    var namespace: String?
    var allowance: Double?
    var task: String?
    /// Every name that must stand among the incident's tasks and assertions.
    var tasks: [String]
    var terminated: Bool?
    var main: String?
    var wait: String?

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    /// `expect`, then those of `also`.
    static func load(_ sample: Sample) throws -> [Expectation] {
        let text = String(decoding: try Project.bytes("samples/\(sample.name)/about.yaml"), as: UTF8.self)
        guard let root = try Yams.load(yaml: text) as? [String: Any], let expect = root["expect"] as? [String: Any]
        else { throw Malformed(description: "\(sample.name): about.yaml has no 'expect'") }
        let also = root["also"] as? [[String: Any]] ?? []
        return try ([expect] + also).map { try Expectation($0, in: sample.name) }
    }

    private static let keys: Set = [
        "verdict", "confidence", "process", "pid", "code", "namespace", "allowance", "task", "tasks", "terminated",
        "main", "wait",
    ]

    private init(_ map: [String: Any], in name: String) throws {
        if let key = map.keys.first(where: { !Self.keys.contains($0) }) {
            throw Malformed(description: "\(name): about.yaml: nobody reads '\(key)'")
        }
        /// A value of the wrong type would otherwise pass for "not asked".
        func value<T>(_ key: String, _ read: (Any) -> T?) throws -> T? {
            guard let any = map[key], !(any is NSNull) else { return nil }
            guard let value = read(any) else {
                throw Malformed(description: "\(name): about.yaml: bad '\(key)': \(any)")
            }
            return value
        }
        guard let verdict = try value("verdict", { $0 as? String }) else {
            throw Malformed(description: "\(name): about.yaml: no verdict")
        }
        self.verdict = verdict
        confidence = try value("confidence") { $0 as? String }
        process = try value("process") { $0 as? String }
        pid = try value("pid") { $0 as? Int }
        code = try value("code") { $0 as? String }
        namespace = try value("namespace") { $0 as? String }
        allowance = try value("allowance") { ($0 as? Double) ?? ($0 as? Int).map(Double.init) }
        task = try value("task") { $0 as? String }
        tasks = try value("tasks") { $0 as? [String] } ?? []
        terminated = try value("terminated") { $0 as? Bool }
        main = try value("main") { $0 as? String }
        wait = try value("wait") { $0 as? String }
    }

    /// True when saying nothing at all is the right answer.
    var allowsSilence: Bool { (verdict == "none" || verdict == "unknown") && process == nil && code == nil }

    /// "0x05CA1DED" as "0x5ca1ded".
    private static func plain(_ hex: String) -> String {
        UInt64(hex.dropFirst(2), radix: 16).map { "0x" + String($0, radix: 16) } ?? "unreadable code \(hex)"
    }

    /// What differs, in words.
    func differences(from incident: Incident) -> [String] {
        let end = incident.record.termination
        let main = incident.record.activities.first(where: \.isMain)
        var found: [String] = []
        func compare(_ what: String, _ expected: String?, _ actual: String?) {
            if let expected, expected != actual { found.append("\(what): \(actual ?? "nil"), expected \(expected)") }
        }
        compare("verdict", verdict, incident.verdict)
        compare("confidence", confidence, incident.confidence?.rawValue)
        let identity = incident.record.process
        if identity.bundleID != process { compare("process", process, identity.name) }
        compare("terminated", terminated.map { "\($0)" }, incident.terminated.map { "\($0)" })
        compare("pid", pid.map(String.init), incident.record.process.pid.map(String.init))
        compare("code", code.map { Self.plain($0) }, end.code.map { "0x" + String($0, radix: 16) })
        compare("namespace", namespace, end.canonicalNamespace)
        compare(
            "allowance", allowance.map { "\($0)" }, (end.allowance ?? incident.record.life?.allowance).map { "\($0)" })
        compare("main", self.main, main?.state.rawValue)
        compare("wait", wait, main?.waitKind)
        let tasks = incident.record.assertions.compactMap(\.name)
        if let task, !tasks.contains(task) { found.append("task: \(tasks), expected '\(task)' among them") }
        for name in self.tasks where !tasks.contains(name) {
            found.append("task: \(tasks), expected '\(name)' among them")
        }
        return found
    }
}
