extension BoundComparison.Test {
    /// The test of one value. Unknown when it, or what it is compared with, is unknown or of a kind that cannot be
    /// compared.
    func holds(
        for value: MatchValue, _ source: some FactSource, _ semantics: PredicateSemantics
    ) -> Truth {
        if case .unknown = value { return .unknown }
        switch self {
        case .isNull: return Truth(value == .null)
        case .isNotNull: return Truth(value != .null)
        case .relation(let relation, let operand):
            return relation.holds(value, operand.value(in: source), semantics)
        case .text(let pattern):
            return Self.text(value, semantics, isNegation: pattern.isNegation) { pattern.matches($0) }
        case .textOf(let kind, let options, let operand):
            return Self.text(value, against: operand.value(in: source), kind, options, semantics)
        case .listHas(let operand, let options):
            return Self.list(value, has: operand.value(in: source), options)
        case .isIn(let path, let options):
            return Self.list(path.value(in: source), has: value, options)
        case .isInLiterals(let literals, let patterns):
            return Self.isIn(value, literals, patterns)
        case .between(let low, let high):
            let fromLow = Relation.greaterOrEqual.holds(value, low, semantics)
            return fromLow.and(Relation.lessOrEqual.holds(value, high, semantics))
        case .regularExpression(let test):
            guard case .string(let text) = value else { return value == .null ? .false : .unknown }
            return test(text).map { Truth($0) } ?? .unknown
        case .undecidable:
            return .unknown
        }
    }

    // MARK: text

    private static func text(
        _ value: MatchValue, _ semantics: PredicateSemantics, isNegation: Bool, test: (String) -> Bool
    ) -> Truth {
        switch value {
        case .string(let text): Truth(test(text))
        case .null: Truth(isNegation && semantics == .twoValued)
        default: .unknown
        }
    }

    private static func text(
        _ value: MatchValue, against other: MatchValue, _ kind: TextPattern.Kind, _ options: StringOptions,
        _ semantics: PredicateSemantics
    ) -> Truth {
        switch other {
        case .string(let needle):
            let pattern = TextPattern(kind, needle, options)
            return text(value, semantics, isNegation: pattern.isNegation) { pattern.matches($0) }
        case .unknown where semantics == .threeValued:
            return .unknown
        case .null, .unknown:
            guard semantics == .twoValued else { return .false }
            // NSPredicate: two absent texts are equal, an absent and a present one are not.
            switch kind {
            case .equal: return Truth(value == .null)
            case .notEqual: return Truth(value != .null)
            default: return .false
            }
        default:
            return .unknown
        }
    }

    // MARK: lists

    private static func list(_ list: MatchValue, has value: MatchValue, _ options: StringOptions) -> Truth {
        switch list {
        case .unknown: return .unknown
        case .null: return .false
        case .string(let text):
            // NSPredicate: `"part" IN text` asks for a substring.
            guard case .string(let part) = value else { return value == .null ? .false : .unknown }
            return Truth(TextPattern(.contains, part, options).matches(text))
        case .list(let elements):
            if case .null = value { return .false }
            if case .unknown = value { return .unknown }
            if !options.isEmpty, case .string(let text) = value {
                return isIn(elements, TextPattern(.equal, text, options))
            }
            var result = Truth.false
            for element in elements where result != .true {
                result = result.or(Relation.equal.holds(element, value, .threeValued))
            }
            return result
        default: return .unknown
        }
    }

    private static func isIn(_ elements: [MatchValue], _ pattern: TextPattern) -> Truth {
        var result = Truth.false
        for element in elements where result != .true {
            result = result.or(text(element, .threeValued, isNegation: false) { pattern.matches($0) })
        }
        return result
    }

    private static func isIn(_ value: MatchValue, _ literals: [MatchValue], _ patterns: [TextPattern]) -> Truth {
        if case .string(let text) = value, !patterns.isEmpty {
            return Truth(patterns.contains { $0.matches(text) })
        }
        if value == .null { return Truth(literals.contains(.null)) }
        var result = Truth.false
        for literal in literals where literal != .null && result != .true {
            result = result.or(value.equals(literal).map { Truth($0) } ?? .unknown)
        }
        return result
    }
}

extension Relation {
    func holds(_ a: MatchValue, _ b: MatchValue, _ semantics: PredicateSemantics) -> Truth {
        switch (a, b) {
        case (.unknown, _) where semantics == .threeValued, (_, .unknown) where semantics == .threeValued:
            return .unknown
        case (.null, .null), (.unknown, .null), (.null, .unknown), (.unknown, .unknown):
            return Truth(semantics == .twoValued && self == .equal)
        case (.null, _), (_, .null), (.unknown, _), (_, .unknown):
            return Truth(semantics == .twoValued && self == .notEqual)
        default:
            if self == .equal { return a.equals(b).map { Truth($0) } ?? .unknown }
            if self == .notEqual { return a.equals(b).map { Truth(!$0) } ?? .unknown }
            return a.order(comparedTo: b).map { Truth(holds($0)) } ?? .unknown
        }
    }
}
