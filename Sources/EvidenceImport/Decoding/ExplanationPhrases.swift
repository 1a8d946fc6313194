import AppleFormats
import DiagnosticModel
import Matching
import SystemFacts

/// The phrases of `rules/explanations.yaml`, compiled once.
enum ExplanationPhrases {
    struct Match {
        var fact: ExplanationFact
        var range: Range<Int>
        var event: String?
        var allowance: Double?
        var target: ProcessHandle?
        /// The name and identifier of the assertion the text is about.
        var assertion: (name: String, identifier: String?, range: Range<Int>)?
    }

    private static let compiled: [(fact: ExplanationFact, shape: LineShape)] =
        BuiltInFacts.explanations.compactMap { fact in (try? LineShape(parsing: fact.find)).map { (fact, $0) } }

    /// Every phrase that occurs in the text, in the order of the file.
    static func matches(in source: SourceText) -> [Match] {
        guard !source.isEmpty else { return [] }
        return compiled.compactMap { fact, shape in
            guard let captures = shape.firstMatch(in: source.bytes) else { return nil }
            let target = captures.string("target")
            return Match(
                fact: fact, range: captures.range, event: captures.string("event"),
                allowance: captures.double("allowance"),
                target: target.map(ProcessHandle.init(parsing:)),
                assertion: captures.string("assertion").map {
                    ($0, captures.string("identifier"), captures["assertion"] ?? captures.range)
                })
        }
    }
}
