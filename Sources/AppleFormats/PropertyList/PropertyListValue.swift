/// A value and where it stands.
///
/// Equality looks at the value only: the same list read from XML and from binary is equal.
public struct PropertyListNode: Sendable, Equatable {
    public var value: PropertyListValue
    /// Byte offset in the input: of the object's marker (binary) or of the element's `<` (XML).
    public var offset: Int

    public init(_ value: PropertyListValue, at offset: Int) {
        self.value = value
        self.offset = offset
    }

    public static func == (left: PropertyListNode, right: PropertyListNode) -> Bool { left.value == right.value }

    /// The dictionary's value under `key`; nil for other values and for a missing key.
    public subscript(key: String) -> PropertyListNode? { value[key] }
    /// The array's element; nil for other values and out of range.
    public subscript(index: Int) -> PropertyListNode? { value[index] }
}

/// What a property list can hold, in the kinds of Apple's two encodings (`CFPropertyList.c` and
/// `CFBinaryPList.c` of the published CoreFoundation sources).
public enum PropertyListValue: Sendable, Equatable {
    case dictionary(PropertyListDictionary)
    /// Also the sets of binary lists; their order means nothing.
    case array([PropertyListNode])
    case string(String)
    case integer(Int64)
    /// Only above `Int64.max`; every other whole number is `integer`.
    case unsigned(UInt64)
    case real(Double)
    case boolean(Bool)
    /// Seconds since 2001-01-01 00:00:00 UTC (`CFAbsoluteTime`), fractions only from binary lists.
    case date(Double)
    case data([UInt8])
    /// An index into `$objects` of a keyed archive; `CF$UID` in XML.
    case uid(UInt64)
    /// Binary only; also stands where a value could not be read (an issue says why).
    case null

    public subscript(key: String) -> PropertyListNode? { dictionary?[key] }

    public subscript(index: Int) -> PropertyListNode? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    public var dictionary: PropertyListDictionary? { if case .dictionary(let value) = self { value } else { nil } }
    public var array: [PropertyListNode]? { if case .array(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// Any whole number that fits.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// Any whole number that is not negative.
    public var unsigned: UInt64? {
        switch self {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        default: nil
        }
    }
    /// Any number; whole ones above 2^53 lose digits.
    public var real: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    /// Seconds since 2001-01-01 00:00:00 UTC.
    public var date: Double? { if case .date(let value) = self { value } else { nil } }
    public var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }
    public var uid: UInt64? { if case .uid(let value) = self { value } else { nil } }
    public var isNull: Bool { if case .null = self { true } else { false } }
}

/// Keys and values in the order of the file. A key that comes twice is kept twice.
public struct PropertyListDictionary: Sendable, Equatable, RandomAccessCollection {
    public struct Entry: Sendable, Equatable {
        public var key: String
        public var node: PropertyListNode

        public init(_ key: String, _ node: PropertyListNode) {
            self.key = key
            self.node = node
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }
    public subscript(position: Int) -> Entry { entries[position] }

    public var keys: [String] { entries.map(\.key) }

    /// The first value under `key`. Looks at every key in turn: for many keys of a large dictionary, make a
    /// `Dictionary` once.
    public subscript(key: String) -> PropertyListNode? { entries.first { $0.key == key }?.node }
}
