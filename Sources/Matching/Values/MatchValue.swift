/// A value that a predicate compares: a fact about the evidence, or a literal of the predicate.
public enum MatchValue: Sendable, Equatable {
    /// The evidence that would tell is absent.
    case unknown
    /// The evidence is present and says "nothing here".
    case null
    case bool(Bool)
    case int(Int64)
    /// For values above `Int64.max`; smaller ones compare equal to the same `.int`.
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    /// A dotted version by its numbers, 15.2.1 = [15, 2, 1]. Missing numbers count as 0.
    case version([Int])
    case list([MatchValue])
    /// Named fields; a field that is not there reads as null.
    case record([String: MatchValue])
}

extension MatchValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// A `.string`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An `.int`.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A `.double`.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A `.bool`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A `.list`.
    public init(arrayLiteral elements: MatchValue...) { self = .list(elements) }
}

extension MatchValue {
    /// Reads "15.2.1" as a version: one to six dotted decimal numbers and nothing else; nil otherwise.
    public init?(version text: String) {
        guard let numbers = MatchValue.versionNumbers(text) else { return nil }
        self = .version(numbers)
    }

    static func versionNumbers(_ text: String) -> [Int]? {
        var numbers: [Int] = []
        var current: Int?
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39:
                let next = (current ?? 0) * 10 + Int(byte - 0x30)
                guard next < 1_000_000_000 else { return nil }
                current = next
            case 0x2E:
                guard let number = current, numbers.count < 5 else { return nil }
                numbers.append(number)
                current = nil
            default:
                return nil
            }
        }
        guard let last = current else { return nil }
        return numbers + [last]
    }
}

/// The type of a fact; it decides which comparisons a predicate may make with it.
public indirect enum MatchType: Sendable, Equatable {
    case bool
    case int
    case double
    case string
    /// Compared number by number with a text literal such as "15.2".
    case version
    case list(of: MatchType)
    /// Field names with their types.
    case record([String: MatchType])

    /// The type in a sentence: "a number", "text", "a list".
    var words: String {
        switch self {
        case .bool: "TRUE or FALSE"
        case .int, .double: "a number"
        case .string: "text"
        case .version: "a version"
        case .list: "a list"
        case .record: "a record"
        }
    }

    /// The record fields that a step may name, through any number of lists.
    var fields: [String: MatchType]? {
        switch self {
        case .record(let fields): fields
        case .list(let element): element.fields
        default: nil
        }
    }
}
