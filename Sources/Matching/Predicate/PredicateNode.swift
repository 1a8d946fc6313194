/// The tree of a parsed predicate. AND and OR hold two operands or more and never a node of their own kind, so a
/// long chain is flat and the depth of the tree is that of the parentheses and NOTs, which the parser limits.
indirect enum PredicateNode: Sendable, Equatable {
    case constant(Bool)
    case comparison(PredicateComparison)
    case not(PredicateNode)
    case and([PredicateNode])
    case or([PredicateNode])

    /// Every comparison, from left to right.
    var comparisons: [PredicateComparison] {
        switch self {
        case .constant: []
        case .comparison(let comparison): [comparison]
        case .not(let node): node.comparisons
        case .and(let nodes), .or(let nodes): nodes.flatMap(\.comparisons)
        }
    }
}

struct PredicateComparison: Sendable, Equatable {
    var quantifier: Quantifier?
    var left: PredicateOperand
    var comparison: ComparisonOperator
    var options: StringOptions
    var right: PredicateOperand
    /// Of the operator and its modifiers, for messages about the pair of operands.
    var operatorPlace: SourcePlace
}

struct PredicateOperand: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case path(FactPath)
        case literal(MatchValue)
        case list([MatchValue])
    }

    var kind: Kind
    var place: SourcePlace

    var path: FactPath? {
        if case .path(let path) = kind { path } else { nil }
    }
}

/// Where a part of a predicate stands in its text. All places are equal: two predicates that say the same are the
/// same, however they are spaced.
struct SourcePlace: Sendable, Equatable {
    var offset: Int
    static func == (a: SourcePlace, b: SourcePlace) -> Bool { true }
}
