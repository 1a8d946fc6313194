import DiagnosticModel
import SystemFacts

/// The rules in force: the built-in ones and the user's, which replace built-in ones of the same id.
public struct RuleSet: Sendable {
    public let rules: [Rule]

    public init(_ rules: [Rule]) { self.rules = rules }

    /// The built-in rules. They were checked when they were embedded, and a test loads them all.
    public static let builtIn = RuleSet(BuiltInFacts.rules.compactMap { try? Rule($0) })

    public func adding(_ more: [Rule]) -> RuleSet {
        let ids = Set(more.map(\.id))
        return RuleSet(rules.filter { !ids.contains($0.id) } + more)
    }

    public func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}
