/// A predicate whose names are slots of a catalogue: evaluation is lookup and comparison, with nothing parsed and
/// nothing resolved.
public struct BoundPredicate: Sendable {
    let root: BoundNode

    /// What the predicate says about the facts. Two-valued semantics never answer `.unknown`.
    ///
    /// Total: a source that returns values of other types than the catalogue promised makes comparisons unknown
    /// (or false, two-valued), not wrong or fatal.
    public func evaluate(_ source: some FactSource, semantics: PredicateSemantics = .threeValued) -> Truth {
        root.evaluate(source, semantics)
    }

    /// The slots the predicate reads, ascending.
    public var slotsUsed: [Int] { Set(root.slots).sorted() }
}

indirect enum BoundNode: Sendable {
    case constant(Truth)
    case comparison(BoundComparison)
    case not(BoundNode)
    case and([BoundNode])
    case or([BoundNode])

    func evaluate(_ source: some FactSource, _ semantics: PredicateSemantics) -> Truth {
        switch self {
        case .constant(let truth): return truth
        case .comparison(let comparison): return comparison.evaluate(source, semantics)
        case .not(let node): return node.evaluate(source, semantics).negated
        case .and(let nodes):
            var result = Truth.true
            for node in nodes {
                result = result.and(node.evaluate(source, semantics))
                if result == .false { break }
            }
            return result
        case .or(let nodes):
            var result = Truth.false
            for node in nodes {
                result = result.or(node.evaluate(source, semantics))
                if result == .true { break }
            }
            return result
        }
    }

    var slots: [Int] {
        switch self {
        case .constant: []
        case .comparison(let comparison): comparison.slots
        case .not(let node): node.slots
        case .and(let nodes), .or(let nodes): nodes.flatMap(\.slots)
        }
    }
}

enum BoundOperand: Sendable {
    case literal(MatchValue)
    case path(BoundPath)

    func value(in source: some FactSource) -> MatchValue {
        switch self {
        case .literal(let value): value
        case .path(let path): path.value(in: source)
        }
    }
}

final class BoundComparison: Sendable {
    /// What the left value is tested for.
    enum Test: Sendable {
        /// `== NULL`.
        case isNull
        /// `!= NULL`.
        case isNotNull
        case relation(Relation, BoundOperand)
        /// The right side is a literal text, prepared once.
        case text(TextPattern)
        /// The right side is a fact: prepared at each evaluation.
        case textOf(TextPattern.Kind, StringOptions, BoundOperand)
        /// CONTAINS with a list on the left, or IN with a list of facts on the right, turned round.
        case listHas(BoundOperand, StringOptions)
        case isIn(BoundPath, StringOptions)
        case isInLiterals([MatchValue], [TextPattern])
        case between(MatchValue, MatchValue)
        case regularExpression(@Sendable (String) -> Bool?)
        /// MATCHES with no engine for it.
        case undecidable
    }

    private let quantifier: Quantifier?
    private let left: BoundOperand
    private let test: Test

    init(quantifier: Quantifier?, left: BoundOperand, test: Test) {
        self.quantifier = quantifier
        self.left = left
        self.test = test
    }

    func evaluate(_ source: some FactSource, _ semantics: PredicateSemantics) -> Truth {
        let value = left.value(in: source)
        guard let quantifier else { return check(value, source, semantics) }
        let elements: [MatchValue]
        switch value {
        case .unknown: return semantics == .twoValued ? Truth(quantifier == .none) : .unknown
        // Present but empty: nothing in it satisfies anything, and "all of them" is no statement either.
        case .null: return Truth(quantifier == .none)
        case .list(let values): elements = values
        default: elements = [value]
        }
        var anyHolds = Truth.false
        var allHold = Truth.true
        for element in elements {
            let holds = check(element, source, semantics)
            anyHolds = anyHolds.or(holds)
            allHold = allHold.and(holds)
        }
        switch quantifier {
        case .any: return anyHolds
        case .all: return allHold
        case .none: return anyHolds.negated
        }
    }

    /// The test of one value, with what is unknown read as the semantics say.
    private func check(
        _ value: MatchValue, _ source: some FactSource, _ semantics: PredicateSemantics
    ) -> Truth {
        guard semantics == .twoValued else { return test.holds(for: value, source, semantics) }
        var value = value
        if case .unknown = value { value = .null }
        let result = test.holds(for: value, source, semantics)
        return result == .unknown ? .false : result
    }

    var slots: [Int] {
        var slots: [Int] = []
        if case .path(let path) = left { slots.append(path.slot) }
        switch test {
        case .relation(_, .path(let path)), .textOf(_, _, .path(let path)), .listHas(.path(let path), _),
            .isIn(let path, _):
            slots.append(path.slot)
        default: break
        }
        return slots
    }
}

/// The comparisons by order.
enum Relation: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

    func holds(_ order: ValueOrder) -> Bool {
        switch self {
        case .equal: order == .equal
        case .notEqual: order != .equal
        case .less: order == .less
        case .lessOrEqual: order != .greater
        case .greater: order == .greater
        case .greaterOrEqual: order != .less
        }
    }
}
