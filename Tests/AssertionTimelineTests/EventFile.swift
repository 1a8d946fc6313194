import Foundation
import Testing
import Yams

/// One file of `rules/events`, as it is written.
struct EventFile: Sendable {
    struct Shape: Sendable, CustomTestStringConvertible {
        var file: String
        /// Number in the file.
        var number: Int
        var event: String
        var line: String
        var literal: String
        var repeats: Bool
        var samples: [String]
        var notSamples: [String]

        var testDescription: String { "\(file) \(number): \(event)" }
    }

    var name: String
    var processes: [String]
    var category: String?
    var shapes: [Shape]

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    static let all: [EventFile] = {
        let folder = root + "/rules/events"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return names.filter { $0.hasSuffix(".yaml") }.compactMap { load(folder + "/" + $0, String($0.dropLast(5))) }
    }()

    static let shapes: [Shape] = all.flatMap(\.shapes)

    private static func load(_ path: String, _ name: String) -> EventFile? {
        guard let data = FileManager.default.contents(atPath: path),
            let root = try? Yams.load(yaml: String(decoding: data, as: UTF8.self)) as? [String: Any],
            let events = root["events"] as? [[String: Any]]
        else { return nil }
        let source = root["source"] as? [String: Any]
        let shapes = events.enumerated().map { number, event in
            Shape(
                file: name, number: number, event: event["event"] as? String ?? "",
                line: event["line"] as? String ?? "",
                literal: event["literal"] as? String ?? "", repeats: event["repeats"] as? Bool ?? false,
                samples: texts(event["sample"]), notSamples: texts(event["not-sample"]))
        }
        return EventFile(
            name: name, processes: texts(source?["process"]), category: source?["category"] as? String, shapes: shapes)
    }

    private static func texts(_ value: Any?) -> [String] {
        if let text = value as? String { return [text] }
        return value as? [String] ?? []
    }
}
