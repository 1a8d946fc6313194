/// Recursive descent over the tokens: or → and → not → comparison.
struct PredicateParser {
    /// Parentheses and NOTs within one another.
    static let deepestNesting = 64

    private var lexer: PredicateLexer
    private var token: PredicateToken
    private var depth = 0

    static func parse(_ text: String) throws(PredicateError) -> PredicateNode {
        var parser = try PredicateParser(text)
        let node = try parser.parseOr()
        guard parser.token.kind == .end else { throw parser.unexpected(expected: "AND, OR or the end") }
        return node
    }

    private init(_ text: String) throws(PredicateError) {
        lexer = try PredicateLexer(text)
        token = try lexer.next()
    }

    private mutating func advance() throws(PredicateError) { token = try lexer.next() }

    // MARK: logic

    private mutating func parseOr() throws(PredicateError) -> PredicateNode {
        var nodes = [try parseAnd()]
        while token.kind == .or {
            try advance()
            nodes.append(try parseAnd())
        }
        guard nodes.count > 1 else { return nodes[0] }
        return .or(nodes.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } })
    }

    private mutating func parseAnd() throws(PredicateError) -> PredicateNode {
        var nodes = [try parseUnary()]
        while token.kind == .and {
            try advance()
            nodes.append(try parseUnary())
        }
        guard nodes.count > 1 else { return nodes[0] }
        return .and(nodes.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } })
    }

    private mutating func parseUnary() throws(PredicateError) -> PredicateNode {
        switch token.kind {
        case .not:
            try enter()
            try advance()
            let node = try parseUnary()
            depth -= 1
            return .not(node)
        case .leftParenthesis:
            try enter()
            try advance()
            let node = try parseOr()
            guard token.kind == .rightParenthesis else { throw unexpected(expected: "')', AND or OR") }
            try advance()
            depth -= 1
            return node
        case .constant(let value):
            try advance()
            return .constant(value)
        default:
            return try parseComparison()
        }
    }

    private mutating func enter() throws(PredicateError) {
        depth += 1
        guard depth <= PredicateParser.deepestNesting else {
            throw PredicateError(
                offset: token.range.lowerBound,
                message: "'\(lexer.text(in: token.range))' is nested more than \(PredicateParser.deepestNesting) deep")
        }
    }

    // MARK: comparisons

    private mutating func parseComparison() throws(PredicateError) -> PredicateNode {
        var quantifier: Quantifier?
        if case .quantifier(let value) = token.kind {
            quantifier = value
            try advance()
            guard case .path = token.kind else {
                throw unexpected(expected: "a name after \(value.rawValue)")
            }
        }
        let left = try parseOperand(isFirst: quantifier == nil)
        guard case .comparison(let comparison) = token.kind else {
            if quantifier == nil, case .literal(.bool(let value)) = left.kind { return .constant(value) }
            throw missingOperator(after: left)
        }
        let operatorPlace = SourcePlace(offset: token.range.lowerBound)
        try advance()
        var options: StringOptions = []
        if case .modifiers(let value) = token.kind {
            options = value
            try advance()
        }
        let right = try parseRight(of: comparison)
        return .comparison(
            PredicateComparison(
                quantifier: quantifier, left: left, comparison: comparison, options: options, right: right,
                operatorPlace: operatorPlace))
    }

    private mutating func parseOperand(isFirst: Bool) throws(PredicateError) -> PredicateOperand {
        let place = SourcePlace(offset: token.range.lowerBound)
        let kind: PredicateOperand.Kind
        switch token.kind {
        case .path(let path): kind = .path(path)
        case .literal(let value): kind = .literal(value)
        default: throw unexpected(expected: isFirst ? "a comparison" : "a name or a value")
        }
        try advance()
        if token.kind == .leftParenthesis, case .path(let path) = kind {
            throw PredicateError(offset: place.offset, message: "functions are not supported: '\(path)('")
        }
        return PredicateOperand(kind: kind, place: place)
    }

    private mutating func parseRight(of comparison: ComparisonOperator) throws(PredicateError) -> PredicateOperand {
        let place = SourcePlace(offset: token.range.lowerBound)
        switch comparison {
        case .isIn where token.kind == .leftBrace:
            return PredicateOperand(kind: .list(try parseList()), place: place)
        case .isIn:
            guard case .path = token.kind else { throw unexpected(expected: "'{' or the name of a list after IN") }
            return try parseOperand(isFirst: false)
        case .between:
            guard token.kind == .leftBrace else { throw unexpected(expected: "'{' after BETWEEN") }
            let bounds = try parseList()
            guard bounds.count == 2 else {
                throw PredicateError(
                    offset: place.offset, message: "BETWEEN needs two values, {low, high}, not \(bounds.count)")
            }
            return PredicateOperand(kind: .list(bounds), place: place)
        default:
            return try parseOperand(isFirst: false)
        }
    }

    private mutating func parseList() throws(PredicateError) -> [MatchValue] {
        try advance()
        var values: [MatchValue] = []
        if token.kind == .rightBrace {
            try advance()
            return values
        }
        while true {
            guard case .literal(let value) = token.kind else { throw unexpected(expected: "a literal value") }
            values.append(value)
            try advance()
            if token.kind == .rightBrace { break }
            guard token.kind == .comma else { throw unexpected(expected: "',' or '}'") }
            try advance()
        }
        try advance()
        return values
    }

    // MARK: errors

    private func unexpected(expected: String) -> PredicateError {
        PredicateError(offset: token.range.lowerBound, message: "expected \(expected), found \(found)")
    }

    private var found: String { token.kind == .end ? "the end" : "'\(lexer.text(in: token.range))'" }

    private func missingOperator(after left: PredicateOperand) -> PredicateError {
        let offset = token.range.lowerBound
        if token.kind == .not, let path = left.path {
            return PredicateError(
                offset: offset, message: "expected an operator, found 'NOT'", suggestion: "NOT \(path) …")
        }
        guard case .path(let path) = left.kind else {
            return PredicateError(offset: offset, message: "expected an operator, found \(found)")
        }
        if case .path(let next) = token.kind, next.components.count == 1 {
            let operators = ComparisonOperator.allCases.map(\.rawValue)
            return PredicateError(
                offset: offset, message: "unknown operator \(found)",
                suggestion: EditDistance.suggestion(for: next.text, among: operators))
        }
        return PredicateError(
            offset: offset, message: "expected an operator after '\(path)', found \(found)",
            suggestion: "\(path) == TRUE")
    }
}
