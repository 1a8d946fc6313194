extension PredicateNode: CustomStringConvertible {
    /// The canonical spelling, which is NSPredicate's too: parsing it gives an equal tree.
    var description: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): comparison.description
        case .not(let node): "NOT " + node.grouped(unless: node.isAtom)
        case .and(let nodes): nodes.map { $0.grouped(unless: $0.isAtom) }.joined(separator: " AND ")
        case .or(let nodes): nodes.map(\.description).joined(separator: " OR ")
        }
    }

    /// Binds at least as tightly as NOT.
    private var isAtom: Bool {
        switch self {
        case .and, .or: false
        case .constant, .comparison, .not: true
        }
    }

    private func grouped(unless isAtom: Bool) -> String { isAtom ? description : "(\(description))" }
}

extension PredicateComparison: CustomStringConvertible {
    var description: String {
        var text = quantifier.map { $0.rawValue + " " } ?? ""
        text += left.description + " " + comparison.rawValue
        if !options.isEmpty {
            text += "["
            if options.contains(.caseInsensitive) { text += "c" }
            if options.contains(.diacriticInsensitive) { text += "d" }
            text += "]"
        }
        return text + " " + right.description
    }
}

extension PredicateOperand: CustomStringConvertible {
    var description: String {
        switch kind {
        case .path(let path): path.description
        case .literal(let value): PredicateOperand.spelling(of: value)
        case .list(let values): "{" + values.map(PredicateOperand.spelling).joined(separator: ", ") + "}"
        }
    }

    private static func spelling(of value: MatchValue) -> String {
        switch value {
        case .bool(let value): value ? "TRUE" : "FALSE"
        case .int(let value): String(value)
        case .unsigned(let value): String(value)
        case .double(let value): String(value)
        case .string(let text): quoted(text)
        // The parser makes no other literals.
        case .null, .unknown, .version, .list, .record: "NULL"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
