/// A piece of a predicate's text.
struct PredicateToken: Equatable {
    enum Kind: Equatable {
        case path(FactPath)
        case literal(MatchValue)
        /// TRUEPREDICATE, FALSEPREDICATE.
        case constant(Bool)
        case comparison(ComparisonOperator)
        case quantifier(Quantifier)
        case modifiers(StringOptions)
        case and, or, not
        case leftParenthesis, rightParenthesis, leftBrace, rightBrace, comma
        case end
    }

    let kind: Kind
    /// UTF-8 offsets in the predicate's text.
    let range: Range<Int>
}

/// The words that are not names, in any case.
enum PredicateKeyword {
    static func kind(of word: String) -> PredicateToken.Kind? {
        switch word.uppercased() {
        case "AND": .and
        case "OR": .or
        case "NOT": .not
        case "TRUE", "YES": .literal(.bool(true))
        case "FALSE", "NO": .literal(.bool(false))
        case "NULL", "NIL": .literal(.null)
        case "TRUEPREDICATE": .constant(true)
        case "FALSEPREDICATE": .constant(false)
        case "ANY", "SOME": .quantifier(.any)
        case "ALL": .quantifier(.all)
        case "NONE": .quantifier(.none)
        case let upper: ComparisonOperator(rawValue: upper).map { .comparison($0) }
        }
    }
}

/// How two operands are compared. The raw value is the canonical spelling.
enum ComparisonOperator: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case contains = "CONTAINS"
    case endsWith = "ENDSWITH"
    case like = "LIKE"
    case matches = "MATCHES"
    case isIn = "IN"
    case between = "BETWEEN"
}

/// For how many elements of a list a comparison must hold.
enum Quantifier: String, Sendable, CaseIterable {
    case any = "ANY"
    case all = "ALL"
    case none = "NONE"
}

/// The modifiers of a text comparison: `[c]`, `[d]`, `[cd]`.
public struct StringOptions: OptionSet, Sendable, Hashable {
    /// One bit for each modifier.
    public let rawValue: UInt8
    /// Options from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `[c]`: case does not count (Unicode lower-casing, no language's special rules).
    public static let caseInsensitive = StringOptions(rawValue: 1)
    /// `[d]`: diacritics do not count. Combining marks are dropped, and precomposed Latin, Greek and Cyrillic
    /// letters lose their accents; letters that Unicode does not decompose (ø, ł, ß) keep their identity.
    public static let diacriticInsensitive = StringOptions(rawValue: 2)
}
