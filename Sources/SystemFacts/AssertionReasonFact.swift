/// What an assertion with a certain reason or name keeps running (`rules/assertion-reasons.yaml`).
public struct AssertionReasonFact: Sendable {
    /// "uikit-task", "urlsession", "background-fetch", "bgtask".
    public var kind: String
    public var reasons: [String]
    public var names: [String]
    public var source: String

    public init(kind: String, reasons: [String], names: [String], source: String) {
        self.kind = kind
        self.reasons = reasons
        self.names = names
        self.source = source
    }

    private static let byReason = table(\.reasons)
    private static let byName = table(\.names)

    private static func table(_ patterns: (AssertionReasonFact) -> [String]) -> NamePatterns<Int> {
        var table = NamePatterns<Int>()
        for (index, fact) in BuiltInFacts.assertionReasons.enumerated() {
            for pattern in patterns(fact) { table.add(pattern, index) }
        }
        return table
    }

    /// The kind for an assertion; nil when neither reason nor name is known.
    public static func kind(reason: String?, name: String?) -> String? {
        let hits = (reason.map(byReason.matches) ?? []) + (name.map(byName.matches) ?? [])
        return hits.min().map { BuiltInFacts.assertionReasons[$0].kind }
    }
}
