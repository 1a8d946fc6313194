import Matching
import SystemFacts

/// The shapes of `rules/events`, compiled, with the literals that lead to them.
public struct EventShapes: Sendable {
    enum Role: Sendable { case target, originator, field }

    struct Shape: Sendable {
        var kind: TimelineEvent.Kind
        var line: LineShape
        var file: Int
        var repeats: Bool
        var family: TimelineEvent.Kind.Family
        var evidence: LogEvidence
        var isAboutAnEnd: Bool
        /// What each hole is, hole for hole.
        var roles: [Role]
    }

    let shapes: [Shape]
    let files: [EventFileFact]
    /// Shapes by the number of their literal, ascending.
    let shapesOfLiteral: [[Int]]
    /// Files whose `watch` words these literals are.
    let filesOfLiteral: [[Int]]
    /// What a reader looks for; numbers in `LogBatch.hits` are indexes into its literals.
    public let search: LiteralSearch
    private let daemons: [Set<String>]

    public static let builtIn = EventShapes(BuiltInFacts.events)

    /// Shapes that do not parse, or whose event no part of the timeline knows, are left out; a test holds that there
    /// are none.
    init(_ files: [EventFileFact]) {
        self.files = files
        daemons = files.map { Set($0.processes) }
        var shapes: [Shape] = []
        var literals: [String: [Int]] = [:]
        for (number, file) in files.enumerated() {
            for fact in file.shapes {
                guard let kind = TimelineEvent.Kind(rawValue: fact.event),
                    let line = try? LineShape(parsing: fact.line)
                else { continue }
                literals[fact.literal, default: []].append(shapes.count)
                shapes.append(
                    Shape(
                        kind: kind, line: line, file: number, repeats: fact.repeats,
                        family: TimelineEvent.Kind.families[kind] ?? .end, evidence: kind.evidence,
                        isAboutAnEnd: kind.isAboutAnEnd,
                        roles: line.holes.map {
                            $0.name == "target" ? .target : $0.name == "originator" ? .originator : .field
                        }))
            }
        }
        self.shapes = shapes
        // Short watch words would slow the search down for every log, and say little.
        let watches = files.filter { !$0.processes.isEmpty }.flatMap(\.watch)
            .filter { $0.utf8.count >= Self.shortestWatch }
        search = LiteralSearch(literals.keys.sorted() + Set(watches).sorted())
        let texts = search.literals.map { String(decoding: $0, as: UTF8.self) }
        shapesOfLiteral = texts.map { literals[$0] ?? [] }
        filesOfLiteral = texts.map { text in files.indices.filter { files[$0].watch.contains(text) } }
    }

    static let shortestWatch = 9

    /// Whether a record with these literals, of this process, is one that the shapes should have known.
    func watches(_ process: String, hits: [Int]) -> Bool {
        hits.contains { hit in
            filesOfLiteral.indices.contains(hit) && filesOfLiteral[hit].contains { daemons[$0].contains(process) }
        }
    }

    /// Whether a line of this process may have the shapes of a file. A line that does not name its process may.
    func admits(file: Int, process: String?, category: String?) -> Bool {
        let fact = files[file]
        if let wanted = fact.category, let category, !category.isEmpty, category != wanted { return false }
        guard !fact.processes.isEmpty, let process, !process.isEmpty else { return true }
        return daemons[file].contains(process)
    }
}
