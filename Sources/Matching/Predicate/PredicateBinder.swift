/// Turns a tree into a bound one: names to slots, literals prepared, and every pair of types checked.
struct PredicateBinder {
    let resolver: PathResolver
    let patterns: PatternCompiler?

    func bind(_ node: PredicateNode) throws(PredicateError) -> BoundNode {
        switch node {
        case .constant(let value): return .constant(Truth(value))
        case .comparison(let comparison): return .comparison(try bind(comparison))
        case .not(let node): return .not(try bind(node))
        case .and(let nodes): return .and(try bind(nodes))
        case .or(let nodes): return .or(try bind(nodes))
        }
    }

    private func bind(_ nodes: [PredicateNode]) throws(PredicateError) -> [BoundNode] {
        var bound: [BoundNode] = []
        for node in nodes { bound.append(try bind(node)) }
        return bound
    }

    /// What `bind` would throw for one comparison, with the unknown names of both sides.
    func problems(with comparison: PredicateComparison) -> [PredicateError] {
        var problems: [PredicateError] = []
        for operand in [comparison.left, comparison.right] {
            do {
                _ = try resolve(operand)
            } catch {
                problems.append(error)
            }
        }
        guard problems.isEmpty else { return problems }
        do {
            _ = try bind(comparison)
        } catch {
            problems.append(error)
        }
        return problems
    }

    func bind(_ comparison: PredicateComparison) throws(PredicateError) -> BoundComparison {
        var left = try resolve(comparison.left)
        let right = try resolve(comparison.right)
        if comparison.quantifier != nil {
            guard case .list(let element) = left.type else {
                throw left.error("'\(left.words)' is not a list: ANY, ALL and NONE do not apply to it")
            }
            left.type = element
            left.isElement = true
        }
        let pair = OperandPair(left: left, right: right, comparison: comparison)
        // `NULL == name` is `name == NULL`; other literals may stay on the left.
        if pair.isLiteralNull(left), !pair.isLiteralNull(right), pair.isEquality {
            return BoundComparison(quantifier: nil, left: right.bound, test: pair.nullTest)
        }
        return BoundComparison(
            quantifier: comparison.quantifier, left: left.bound, test: try test(for: pair))
    }

    private func resolve(_ operand: PredicateOperand) throws(PredicateError) -> ResolvedOperand {
        switch operand.kind {
        case .literal(let value):
            return ResolvedOperand(operand: operand, bound: .literal(value), type: value.literalType)
        case .list(let values):
            return ResolvedOperand(operand: operand, bound: .literal(.list(values)), type: nil)
        case .path(let path):
            let bound = try resolver.resolve(path, at: operand.place.offset)
            return ResolvedOperand(operand: operand, bound: .path(bound), type: bound.type)
        }
    }

    // MARK: tests

    private func test(for pair: OperandPair) throws(PredicateError) -> BoundComparison.Test {
        if pair.isLiteralNull(pair.right), pair.isEquality { return pair.nullTest }
        try pair.checkNulls()
        switch pair.comparison.comparison {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return try pair.relationTest()
        case .beginsWith, .contains, .endsWith, .like: return try pair.textTest()
        case .matches: return try matchesTest(for: pair)
        case .isIn: return try pair.membershipTest()
        case .between: return try pair.betweenTest()
        }
    }

    private func matchesTest(for pair: OperandPair) throws(PredicateError) -> BoundComparison.Test {
        try pair.requireText(pair.left)
        guard case .literal(.string(let pattern)) = pair.right.bound else {
            throw pair.right.error("MATCHES needs a literal text, not '\(pair.right.words)'")
        }
        guard let patterns else { return .undecidable }
        guard let test = patterns.compile(pattern, pair.comparison.options) else {
            throw pair.right.error("'\(pair.right.words)' is not a valid regular expression")
        }
        return .regularExpression(test)
    }
}

/// An operand with its value found and its type known; the type of NULL and of a literal list is nil.
struct ResolvedOperand {
    let operand: PredicateOperand
    var bound: BoundOperand
    var type: MatchType?
    /// The type is that of the list's elements, one by one.
    var isElement = false

    /// The operand in a sentence: "'exit.code' is a number", "each of 'numbers' is a number".
    var sentence: String { (isElement ? "each of " : "") + "'\(words)' is \(type?.words ?? "NULL")" }

    /// The operand as the predicate writes it, shortened, for messages.
    var words: String {
        if let path = operand.path { return path.text }
        let text = operand.description
        return text.count > 60 ? String(text.prefix(59)) + "…" : text
    }

    func error(_ message: String, suggestion: String? = nil) -> PredicateError {
        PredicateError(offset: operand.place.offset, message: message, suggestion: suggestion)
    }
}

extension MatchValue {
    /// The type of a value that a predicate can write as a literal; nil for NULL.
    var literalType: MatchType? {
        switch self {
        case .bool: .bool
        case .int, .unsigned: .int
        case .double: .double
        case .string: .string
        case .version: .version
        case .unknown, .null, .list, .record: nil
        }
    }
}
