/// The frame of a binary property list: trailer, offset table, and single objects by number.
///
/// Layout (after CoreFoundation's `CFBinaryPList.c`), all numbers big-endian:
/// ```
/// 0       "bplist00"
/// 8       objects, each a marker byte (kind in the high half, size in the low half) and its content
/// table   one offset per object, `offsetSize` bytes each
/// -32     trailer: 5 unused, sort version, offsetSize, referenceSize, then as 8 bytes each:
///         number of objects, number of the root object, offset of the table
/// ```
/// Containers hold object numbers of `referenceSize` bytes; one object may be referred to many times.
struct BinaryPropertyList {
    let bytes: [UInt8]
    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let rootIndex: Int
    /// Start of the offset table, end of the objects.
    let tableOffset: Int

    private static let trailerSize = 32
    private static let headerSize = 8

    /// `bplist` and two more bytes of version.
    static func hasSignature(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

    /// - Throws: `unsupported` for versions other than 0x, `truncated` when the last bytes are no trailer.
    init(_ bytes: [UInt8]) throws(ParseError) {
        guard bytes.count > 7, bytes[6] == UInt8(ascii: "0") else {
            throw bytes.count > 7
                ? ParseError(.unsupported, at: 6, "binary property list of a version other than 00")
                : ParseError(.truncated, at: bytes.count, "binary property list ends in its header")
        }
        let trailer = bytes.count - Self.trailerSize
        guard trailer > Self.headerSize else {
            throw ParseError(.truncated, at: bytes.count, "binary property list without a trailer: cut off")
        }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let numbers = [8, 16, 24].map { Int(exactly: Self.number(bytes, at: trailer + $0, size: 8)) ?? -1 }
        (objectCount, rootIndex, tableOffset) = (numbers[0], numbers[1], numbers[2])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount > 0,
            (0..<objectCount).contains(rootIndex), tableOffset > Self.headerSize, tableOffset < trailer,
            objectCount <= (trailer - tableOffset) / offsetSize
        else {
            throw ParseError(
                .truncated, at: trailer,
                "the last 32 bytes are no trailer of a binary property list: cut off, or followed by other bytes")
        }
    }

    /// `size` bytes at `offset`, which the caller has checked.
    private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// An unsigned number inside the objects.
    func number(at offset: Int, size: Int) throws(ParseError) -> UInt64 {
        _ = try content(at: offset, count: size, of: 1)
        return Self.number(bytes, at: offset, size: size)
    }

    /// The bytes of `count` items of `size` bytes at `offset`, held to the end of the objects.
    private func content(at offset: Int, count: Int, of size: Int) throws(ParseError) -> Range<Int> {
        guard count >= 0, offset <= tableOffset, count <= (tableOffset - offset) / size else {
            throw ParseError(.malformed, at: offset, "\(count) × \(size) bytes reach past the last object")
        }
        return offset..<offset + count * size
    }

    /// The number of the object that reference `index` of a container points to.
    func reference(_ index: Int, of references: Range<Int>) throws(ParseError) -> Int {
        let place = references.lowerBound + index * referenceSize
        let value = Self.number(bytes, at: place, size: referenceSize)
        guard let object = Int(exactly: value), object < objectCount else {
            throw ParseError(.malformed, at: place, "reference to object \(value) of \(objectCount)")
        }
        return object
    }

    /// The offset of an object's marker. `index` is below `objectCount`.
    func offset(of index: Int) throws(ParseError) -> Int {
        let place = tableOffset + index * offsetSize
        let value = Self.number(bytes, at: place, size: offsetSize)
        guard let offset = Int(exactly: value), offset >= Self.headerSize, offset < tableOffset else {
            throw ParseError(.malformed, at: place, "object \(index) said to be at byte \(value), outside the objects")
        }
        return offset
    }
}

/// One object as it stands in the file; ranges are of bytes and lie inside the objects.
enum BinaryPropertyListObject: Equatable {
    case value(PropertyListValue)
    case data(Range<Int>)
    case ascii(Range<Int>)
    case utf16(Range<Int>)
    case utf8(Range<Int>)
    /// Object numbers of the elements.
    case array(Range<Int>, count: Int)
    /// Object numbers of the keys, then as many of the values.
    case dictionary(keys: Range<Int>, values: Range<Int>, count: Int)
}

extension BinaryPropertyList {
    /// - Throws: `malformed` when the content reaches past the objects, `unsupported` for kinds and sizes
    ///   that no known writer uses (URLs, UUIDs, whole numbers beyond 64 bits).
    func object(at offset: Int) throws(ParseError) -> BinaryPropertyListObject {
        let marker = bytes[offset]
        switch marker >> 4 {
        case 0x0: return .value(try simple(marker, at: offset))
        case 0x1: return .value(try wholeNumber(marker, at: offset))
        case 0x2, 0x3: return .value(try floatingPoint(marker, at: offset))
        case 0x4: return .data(try sized(marker, at: offset, by: 1).range)
        case 0x5: return .ascii(try sized(marker, at: offset, by: 1).range)
        case 0x6: return .utf16(try sized(marker, at: offset, by: 2).range)
        case 0x7: return .utf8(try sized(marker, at: offset, by: 1).range)
        case 0x8:
            let size = Int(marker & 0xF) + 1
            guard size <= 8 else { throw ParseError(.unsupported, at: offset, "UID of \(size) bytes") }
            return .value(.uid(try number(at: offset + 1, size: size)))
        case 0xA, 0xB, 0xC:
            let (range, count) = try sized(marker, at: offset, by: referenceSize)
            return .array(range, count: count)
        case 0xD:
            let (range, count) = try sized(marker, at: offset, by: 2 * referenceSize)
            let middle = range.lowerBound + count * referenceSize
            return .dictionary(keys: range.lowerBound..<middle, values: middle..<range.upperBound, count: count)
        default: throw unknown(marker, at: offset)
        }
    }

    private func unknown(_ marker: UInt8, at offset: Int) -> ParseError {
        ParseError(.unsupported, at: offset, "object of unknown kind 0x\(String(marker, radix: 16))")
    }

    private func simple(_ marker: UInt8, at offset: Int) throws(ParseError) -> PropertyListValue {
        switch marker {
        case 0x00: return .null
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        default: throw unknown(marker, at: offset)
        }
    }

    /// 1, 2 and 4 bytes are unsigned, 8 are signed. Writers use 16 for what lies above `Int64.max`.
    private func wholeNumber(_ marker: UInt8, at offset: Int) throws(ParseError) -> PropertyListValue {
        let exponent = Int(marker & 0xF)
        guard exponent <= 4 else { throw unknown(marker, at: offset) }
        guard exponent == 4 else {
            return .integer(Int64(bitPattern: try number(at: offset + 1, size: 1 << exponent)))
        }
        let high = try number(at: offset + 1, size: 8)
        let low = try number(at: offset + 9, size: 8)
        switch (high, Int64(bitPattern: low) < 0) {
        case (0, true): return .unsigned(low)
        case (0, false), (UInt64.max, true): return .integer(Int64(bitPattern: low))
        default: throw ParseError(.unsupported, at: offset, "whole number beyond 64 bits")
        }
    }

    private func floatingPoint(_ marker: UInt8, at offset: Int) throws(ParseError) -> PropertyListValue {
        switch marker {
        case 0x22: .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(at: offset + 1, size: 4)))))
        case 0x23: .real(Double(bitPattern: try number(at: offset + 1, size: 8)))
        case 0x33: .date(Double(bitPattern: try number(at: offset + 1, size: 8)))
        default: throw unknown(marker, at: offset)
        }
    }

    /// The size is the marker's low half, or, if that is 15, a whole number behind the marker.
    private func sized(
        _ marker: UInt8, at offset: Int, by unit: Int
    ) throws(ParseError) -> (range: Range<Int>, count: Int) {
        var count = Int(marker & 0xF)
        var start = offset + 1
        if count == 0xF {
            let sizeMarker = UInt8(truncatingIfNeeded: try number(at: start, size: 1))
            guard sizeMarker >> 4 == 0x1, sizeMarker & 0xF <= 3 else {
                throw ParseError(.malformed, at: start, "size of an object is not a whole number")
            }
            let width = 1 << Int(sizeMarker & 0xF)
            let size = try number(at: start + 1, size: width)
            guard let exact = Int(exactly: size) else {
                throw ParseError(.malformed, at: start, "size of an object is \(size)")
            }
            count = exact
            start += 1 + width
        }
        return (try content(at: start, count: count, of: unit), count)
    }
}
