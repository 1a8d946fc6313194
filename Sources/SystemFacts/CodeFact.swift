/// What a termination code means in a namespace on a range of systems (`rules/codes.yaml`).
public struct CodeFact: Sendable {
    public enum CrashFile: String, Sendable { case yes, no, sometimes }

    public var code: UInt64
    /// What the digits read as: "ate bad food".
    public var name: String
    /// Canonical namespaces; empty for any, or none given.
    public var namespaces: [String]
    public var range: VersionRange
    /// A word of the cause vocabulary that rules compare with.
    public var cause: String
    public var meaning: String
    /// Whether the system writes a crash report for this end.
    public var crashFile: CrashFile
    public var source: String

    public init(
        code: UInt64, name: String, namespaces: [String], range: VersionRange, cause: String, meaning: String,
        crashFile: CrashFile, source: String
    ) {
        self.code = code
        self.name = name
        self.namespaces = namespaces
        self.range = range
        self.cause = cause
        self.meaning = meaning
        self.crashFile = crashFile
        self.source = source
    }

    /// The entry for a code; the first that names the namespace and holds the version, then the fallback
    /// without namespaces.
    ///
    /// - Parameters:
    ///   - namespace: canonical; nil when the record has none.
    ///   - version: of iOS; nil when unknown.
    public static func lookup(_ code: UInt64, namespace: String?, version: [Int]?) -> CodeFact? {
        var fallback: CodeFact?
        for fact in BuiltInFacts.codes where fact.code == code && fact.range.contains(version) {
            if let namespace, fact.namespaces.contains(namespace) { return fact }
            // Without a namespace the general entry is right; with a foreign one it is better than nothing.
            if fact.namespaces.isEmpty, fallback == nil { fallback = fact }
        }
        // Small numbers mean something only inside their namespace: signal 9 is not JETSAM 9.
        if fallback == nil, namespace == nil, code > 0xFFFF {
            fallback = BuiltInFacts.codes.first { $0.code == code && $0.range.contains(version) }
        }
        return fallback
    }
}

/// A termination namespace, its number and its other names (`rules/namespaces.yaml`).
public struct NamespaceFact: Sendable {
    public var number: Int?
    public var name: String
    public var aliases: [String]
    /// False for numbers that no header or capture confirms.
    public var certain: Bool
    public var source: String

    public init(number: Int?, name: String, aliases: [String], certain: Bool, source: String) {
        self.number = number
        self.name = name
        self.aliases = aliases
        self.certain = certain
        self.source = source
    }

    /// By name in any case, alias, or number in brackets (`<0xF>`).
    public static func lookup(_ text: String) -> NamespaceFact? {
        let upper = text.uppercased()
        if upper.hasPrefix("<0X"), upper.hasSuffix(">"), let number = Int(upper.dropFirst(3).dropLast(), radix: 16) {
            return lookup(number)
        }
        return BuiltInFacts.namespaces.first { $0.name == upper || $0.aliases.contains(upper) }
    }

    public static func lookup(_ number: Int) -> NamespaceFact? {
        BuiltInFacts.namespaces.first { $0.number == number }
    }
}

/// How long something may take (`rules/allowances.yaml`).
public struct AllowanceFact: Sendable {
    public var what: String
    public var range: VersionRange
    public var seconds: Double
    /// "wall" or "cpu".
    public var clock: String
    public var note: String
    public var source: String

    public init(what: String, range: VersionRange, seconds: Double, clock: String, note: String, source: String) {
        self.what = what
        self.range = range
        self.seconds = seconds
        self.clock = clock
        self.note = note
        self.source = source
    }
}

extension AllowanceFact {
    /// The allowance for something in a version; nil when the table has none.
    public static func lookup(_ what: String, version: [Int]) -> AllowanceFact? {
        BuiltInFacts.allowances.first { $0.what == what && $0.range.contains(version) }
    }
}

/// One of Apple's report kinds (`rules/bug-types.yaml`).
public struct BugTypeFact: Sendable {
    public var number: String
    public var name: String
    /// "crash", "resource", "hang", "jetsam", "stackshot", "panic", "os-fault", "third-party-hang", "other".
    public var kind: String
    /// Whether such files carry the stacks of one process.
    public var stacks: Bool
    public var source: String

    public init(number: String, name: String, kind: String, stacks: Bool, source: String) {
        self.number = number
        self.name = name
        self.kind = kind
        self.stacks = stacks
        self.source = source
    }

    public static func lookup(_ number: String) -> BugTypeFact? {
        BuiltInFacts.bugTypes.first { $0.number == number }
    }
}

/// A verdict: the cause in the words the project promises to keep (`rules/verdicts.yaml`).
public struct VerdictFact: Sendable {
    public var id: String
    public var title: String
    /// The lower number names the incident when several findings are true of it.
    public var precedence: Int
    /// "true", "false" or "sometimes": whether the verdict stands for an end of the process.
    public var kill: String
    public var description: String

    public init(id: String, title: String, precedence: Int, kill: String, description: String) {
        self.id = id
        self.title = title
        self.precedence = precedence
        self.kill = kill
        self.description = description
    }

    public static func lookup(_ id: String) -> VerdictFact? { BuiltInFacts.verdicts.first { $0.id == id } }
}

/// A counter of MetricKit's exit metrics (`rules/exit-counters.yaml`).
public struct ExitCounterFact: Sendable {
    public var name: String
    public var verdict: String
    public var meaning: String
    public var source: String

    public init(name: String, verdict: String, meaning: String, source: String) {
        self.name = name
        self.verdict = verdict
        self.meaning = meaning
        self.source = source
    }
}

/// A phrase of termination texts and what it gives away (`rules/explanations.yaml`).
public struct ExplanationFact: Sendable {
    /// The phrase with holes, searched anywhere in the text.
    public var find: String
    public var cause: String?
    public var event: String?
    public var clock: String?
    public var source: String
    public var samples: [String]

    public init(find: String, cause: String?, event: String?, clock: String?, source: String, samples: [String]) {
        self.find = find
        self.cause = cause
        self.event = event
        self.clock = clock
        self.source = source
        self.samples = samples
    }
}
