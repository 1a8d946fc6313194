import SystemFacts

/// What is built in, in numbers.
public enum Knowledge {
    /// Name and amount.
    public static var lines: [(String, String)] {
        let shapes = BuiltInFacts.events.reduce(0) { $0 + $1.shapes.count }
        return [
            ("version", Diagnosis.version),
            ("rules", "\(BuiltInFacts.rules.count)"),
            ("log-line shapes", "\(shapes) of \(BuiltInFacts.events.count) sources"),
            ("termination codes", "\(BuiltInFacts.codes.count)"),
            ("phrases of explanations", "\(BuiltInFacts.explanations.count)"),
            ("report kinds", "\(BuiltInFacts.bugTypes.count)"),
        ]
    }
}
