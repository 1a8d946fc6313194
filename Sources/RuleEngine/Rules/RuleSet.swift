import DiagnosticModel
import SystemFacts

/// The rules in force: the built-in ones and the user's, which replace built-in ones of the same id.
public struct RuleSet: Sendable {
    public let rules: [Rule]
    private let byID: [String: Int]

    public init(_ rules: [Rule]) {
        self.rules = rules
        byID = Dictionary(
            rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// True when there is no rule but the built-in ones.
    public private(set) var isBuiltInOnly = false

    /// The built-in rules. They were checked when they were embedded, and a test loads them all.
    public static let builtIn: RuleSet = {
        var set = RuleSet(BuiltInFacts.rules.compactMap { try? Rule($0) })
        set.isBuiltInOnly = true
        return set
    }()

    public func adding(_ more: [Rule]) -> RuleSet {
        let ids = Set(more.map(\.id))
        return RuleSet(rules.filter { !ids.contains($0.id) } + more)
    }

    public func rule(_ id: String) -> Rule? { byID[id].map { rules[$0] } }
}
