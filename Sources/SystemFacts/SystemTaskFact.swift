/// Names of background tasks that the system begins inside an app (`rules/system-tasks.yaml`).
public struct SystemTaskFact: Sendable {
    public var names: [String]
    public var source: String

    public init(names: [String], source: String) {
        self.names = names
        self.source = source
    }

    private static let table: NamePatterns<Int> = {
        var table = NamePatterns<Int>()
        for (index, fact) in BuiltInFacts.systemTasks.enumerated() {
            for pattern in fact.names { table.add(pattern, index) }
        }
        return table
    }()

    /// Whether a task of this name is the system's own.
    public static func isSystem(_ name: String) -> Bool { !table.matches(name).isEmpty }
}
