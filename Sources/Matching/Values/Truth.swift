/// What a predicate says about some evidence: yes, no, or "the evidence to tell is absent" (Kleene's strong logic).
///
/// Absence never accuses: an unknown operand makes a result unknown unless the other operands already decide it.
public enum Truth: Sendable, Equatable, CaseIterable {
    case `true`
    case `false`
    case unknown

    /// A known answer.
    public init(_ value: Bool) { self = value ? .true : .false }

    /// False when either side is false; unknown only when nothing decides.
    public func and(_ other: Truth) -> Truth {
        if self == .false || other == .false { return .false }
        return self == .true && other == .true ? .true : .unknown
    }

    /// True when either side is true; unknown only when nothing decides.
    public func or(_ other: Truth) -> Truth {
        if self == .true || other == .true { return .true }
        return self == .false && other == .false ? .false : .unknown
    }

    /// Unknown stays unknown.
    public var negated: Truth {
        switch self {
        case .true: .false
        case .false: .true
        case .unknown: .unknown
        }
    }
}

/// How missing evidence is read.
public enum PredicateSemantics: Sendable, Equatable {
    /// Rules: an unknown operand makes the comparison unknown; every comparison with a null value is false, `!=`
    /// too, except `== NULL` and `!= NULL`.
    case threeValued
    /// `log show`, as NSPredicate does: unknown is read as null, a null equals only null (so `null != "a"` is
    /// true), and the result is never `.unknown`.
    case twoValued
}
