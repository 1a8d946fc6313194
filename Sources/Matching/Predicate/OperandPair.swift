/// The two sides of a comparison, checked against one another and made into a test of the left one.
struct OperandPair {
    let left: ResolvedOperand
    let right: ResolvedOperand
    let comparison: PredicateComparison

    private var name: String { comparison.comparison.rawValue }
    private var options: StringOptions { comparison.options }

    // MARK: NULL

    var isEquality: Bool { comparison.comparison == .equal || comparison.comparison == .notEqual }

    var nullTest: BoundComparison.Test { comparison.comparison == .equal ? .isNull : .isNotNull }

    func isLiteralNull(_ side: ResolvedOperand) -> Bool {
        if case .literal(.null) = side.bound { true } else { false }
    }

    func checkNulls() throws(PredicateError) {
        for side in [left, right] where isLiteralNull(side) {
            throw side.error("NULL can only be compared with == and !=, not \(name)")
        }
    }

    // MARK: == != < <= > >=

    func relationTest() throws(PredicateError) -> BoundComparison.Test {
        let (leftValue, rightValue) = try comparable(left, right)
        if !isEquality, leftValue.type == .bool {
            throw left.error("'\(left.words)' is TRUE or FALSE and has no order: \(name) does not apply")
        }
        guard leftValue.type == .string else {
            try refuseModifiers()
            return .relation(relation, rightValue.bound)
        }
        if !isEquality {
            try refuseModifiers()
            return .relation(relation, rightValue.bound)
        }
        let kind: TextPattern.Kind = comparison.comparison == .equal ? .equal : .notEqual
        return textTest(kind, rightValue.bound)
    }

    private var relation: Relation {
        switch comparison.comparison {
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: .equal
        }
    }

    /// The sides as they will be compared. Throws when their types have nothing to compare.
    private func comparable(
        _ a: ResolvedOperand, _ b: ResolvedOperand
    ) throws(PredicateError) -> (ResolvedOperand, ResolvedOperand) {
        try refuseCompound(a)
        try refuseCompound(b)
        switch (a.type, b.type) {
        case (.int?, .int?), (.int?, .double?), (.double?, .int?), (.double?, .double?), (.string?, .string?),
            (.bool?, .bool?), (.version?, .version?):
            return (a, b)
        case (.version?, .string?), (.version?, .int?): return (a, try asVersion(b))
        case (.string?, .version?), (.int?, .version?): return (try asVersion(a), b)
        default: throw mismatch(a, b)
        }
    }

    private func mismatch(_ a: ResolvedOperand, _ b: ResolvedOperand) -> PredicateError {
        // The literal is the likelier mistake, so it is the one named last and pointed at.
        let (fact, other) = a.operand.path != nil ? (a, b) : (b, a)
        let message = "\(fact.sentence) and \(other.sentence)"
        return other.error(message + ": they cannot be compared", suggestion: replacement(of: other, for: fact.type))
    }

    /// The literal the author probably meant: 1 for TRUE, "5" for 5.
    private func replacement(of side: ResolvedOperand, for type: MatchType?) -> String? {
        guard case .literal(let value) = side.bound else { return nil }
        switch (type, value) {
        case (.bool?, .int(0)): return "FALSE"
        case (.bool?, .int(1)): return "TRUE"
        case (.string?, .int), (.string?, .double), (.string?, .unsigned), (.version?, .double):
            return "\"\(side.words)\""
        case (.bool?, .string(let text)):
            return ["TRUE", "FALSE"].first { $0.lowercased() == text.lowercased() }
        case (.int?, .string(let text)), (.double?, .string(let text)):
            let isNumber = text.utf8.first.map { $0 &- 0x30 < 10 } == true && text.utf8.allSatisfy(isNamePartByte)
            return isNumber ? text : nil
        default: return nil
        }
    }

    private func asVersion(_ side: ResolvedOperand) throws(PredicateError) -> ResolvedOperand {
        var result = side
        switch side.bound {
        case .literal(.string(let text)):
            guard let version = MatchValue(version: text) else {
                throw side.error("'\(side.words)' is not a version such as \"15.2\"")
            }
            result.bound = .literal(version)
        case .literal(.int(let major)) where major >= 0:
            result.bound = .literal(.version([Int(clamping: major)]))
        case .literal:
            throw side.error("'\(side.words)' is not a version such as \"15.2\"")
        case .path:
            guard side.type == .string else { throw mismatch(left, right) }
        }
        result.type = .version
        return result
    }

    private func refuseCompound(_ side: ResolvedOperand) throws(PredicateError) {
        switch side.type {
        case .list?:
            throw side.error(
                "'\(side.words)' is a list: \(name) needs ANY, ALL or NONE before it, or .first, .last, .@count after it",
                suggestion: side.operand == left.operand ? "ANY \(side.words)" : nil)
        case .record?: throw side.error("'\(side.words)' is a record: name one of its fields")
        default: break
        }
    }

    private func refuseModifiers() throws(PredicateError) {
        guard options.isEmpty else {
            throw PredicateError(
                offset: comparison.operatorPlace.offset,
                message: "[c] and [d] only apply to comparisons of text with =="
                    + ", !=, BEGINSWITH, CONTAINS, ENDSWITH, LIKE, MATCHES and IN")
        }
    }

    // MARK: text

    func textTest() throws(PredicateError) -> BoundComparison.Test {
        if comparison.comparison == .contains, case .list(let element)? = left.type {
            return try listTest(of: element)
        }
        try requireText(left)
        try requireText(right)
        let kinds: [ComparisonOperator: TextPattern.Kind] = [
            .beginsWith: .beginsWith, .endsWith: .endsWith, .like: .like,
        ]
        return textTest(kinds[comparison.comparison] ?? .contains, right.bound)
    }

    private func textTest(_ kind: TextPattern.Kind, _ operand: BoundOperand) -> BoundComparison.Test {
        if case .literal(.string(let text)) = operand { return .text(TextPattern(kind, text, options)) }
        return .textOf(kind, options, operand)
    }

    func requireText(_ side: ResolvedOperand) throws(PredicateError) {
        try refuseCompound(side)
        guard side.type == .string else {
            throw side.error("\(name) compares text, and \(side.sentence)")
        }
    }

    // MARK: membership

    private func listTest(of element: MatchType) throws(PredicateError) -> BoundComparison.Test {
        var member = left
        member.type = element
        member.isElement = true
        let (_, value) = try comparable(member, right)
        if element != .string { try refuseModifiers() }
        return .listHas(value.bound, options)
    }

    func membershipTest() throws(PredicateError) -> BoundComparison.Test {
        guard case .list(let values) = right.operand.kind else { return try membershipInFact() }
        var literals: [MatchValue] = []
        for value in values {
            guard value != .null else {
                literals.append(.null)
                continue
            }
            let operand = PredicateOperand(kind: .literal(value), place: right.operand.place)
            let side = ResolvedOperand(operand: operand, bound: .literal(value), type: value.literalType)
            if case (_, let prepared) = try comparable(left, side), case .literal(let literal) = prepared.bound {
                literals.append(literal)
            }
        }
        try refuseCompound(left)
        if left.type != .string { try refuseModifiers() }
        let patterns = literals.compactMap { literal -> TextPattern? in
            if case .string(let text) = literal { TextPattern(.equal, text, options) } else { nil }
        }
        return .isInLiterals(literals, left.type == .string ? patterns : [])
    }

    private func membershipInFact() throws(PredicateError) -> BoundComparison.Test {
        guard case .path(let path) = right.bound else { throw right.error("IN needs a list, not '\(right.words)'") }
        switch right.type {
        case .list(let element)?:
            var member = right
            member.type = element
            member.isElement = true
            _ = try comparable(left, member)
            if element != .string { try refuseModifiers() }
        case .string?: try requireText(left)
        default: throw right.error("IN needs a list, and \(right.sentence)")
        }
        return .isIn(path, options)
    }

    func betweenTest() throws(PredicateError) -> BoundComparison.Test {
        try refuseModifiers()
        guard case .list(let values) = right.operand.kind, values.count == 2 else {
            throw right.error("BETWEEN needs two values, {low, high}")
        }
        var bounds: [MatchValue] = []
        for value in values {
            let operand = PredicateOperand(kind: .literal(value), place: right.operand.place)
            let side = ResolvedOperand(operand: operand, bound: .literal(value), type: value.literalType)
            let (subject, prepared) = try comparable(left, side)
            if subject.type == .bool { throw left.error("'\(left.words)' is TRUE or FALSE and has no order") }
            if case .literal(let literal) = prepared.bound { bounds.append(literal) }
        }
        guard bounds.count == 2 else { throw right.error("BETWEEN needs two values, {low, high}") }
        return .between(bounds[0], bounds[1])
    }
}
