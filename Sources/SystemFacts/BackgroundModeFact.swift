/// What keeps an app running without a background task, or wakes it (`rules/background-modes.yaml`).
public struct BackgroundModeFact: Sendable {
    /// "audio", "location", "voip", …
    public var mode: String
    /// "long-running" or "launch".
    public var kind: String
    /// Patterns of assertion names.
    public var names: [String]
    /// Patterns of the process, or the reason, behind a launch.
    public var requesters: [String]
    public var source: String

    public init(mode: String, kind: String, names: [String], requesters: [String], source: String) {
        self.mode = mode
        self.kind = kind
        self.names = names
        self.requesters = requesters
        self.source = source
    }

    private static let byName = table(\.names)
    private static let byRequester = table(\.requesters)

    private static func table(_ patterns: (BackgroundModeFact) -> [String]) -> NamePatterns<Int> {
        var table = NamePatterns<Int>()
        for (index, fact) in BuiltInFacts.backgroundModes.enumerated() {
            for pattern in patterns(fact) { table.add(pattern, index) }
        }
        return table
    }

    /// The mode for which an assertion of this name is held; nil for any other name.
    public static func mode(ofAssertion name: String) -> String? {
        byName.matches(name).min().map { BuiltInFacts.backgroundModes[$0].mode }
    }

    /// Why a process was launched that this process, or this reason, asked for.
    public static func launchReason(requester: String) -> String? {
        byRequester.matches(requester).min().map { BuiltInFacts.backgroundModes[$0].mode }
    }
}
