extension BuiltInFacts {
    public static let codes: [CodeFact] = []
    public static let namespaces: [NamespaceFact] = []
    public static let allowances: [AllowanceFact] = []
    public static let bugTypes: [BugTypeFact] = []
    public static let verdicts: [VerdictFact] = []
    public static let exitCounters: [ExitCounterFact] = []
    public static let explanations: [ExplanationFact] = []
    public static let symbols = SymbolFacts(waits: [], runLoopLeaf: [], runLoopService: [], runLoopRun: [], eventLoop: [], idleWorkers: [], handlers: [], handlerQueues: [], lifecycle: [], mainSync: [], runtimes: [], trampolines: [], systemImagePaths: [], systemImageNames: [], appImagePaths: [])
    public static let rules: [RuleSource] = []
    public static let assertionReasons: [AssertionReasonFact] = []
}
