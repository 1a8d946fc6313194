/// Inputs made to hurt readers: each must end in a clear error within a second.
enum Bombs {
    static let all: [(name: String, bytes: [UInt8])] = [
        ("plist: shared references 40 deep", sharedReferences(depth: 40, width: 10)),
        ("plist: a container in itself", cycle()),
        ("plist: 100,000 levels, binary", nestedBinary(100_000)),
        ("plist: 100,000 levels, XML", nestedXML(100_000)),
        ("plist: entity expansion", laughs()),
        ("plist: external entity", external()),
        ("json: 1,000,000 levels", Array(repeating: UInt8(ascii: "["), count: 1_000_000)),
        ("json: 1,000,000 levels of objects", Array(String(repeating: "{\"a\":", count: 1_000_000).utf8)),
    ]

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>

        """

    private static func laughs() -> [UInt8] {
        var text = head + "<!DOCTYPE plist [\n<!ENTITY a0 \"ha\">\n"
        for i in 1...12 { text += "<!ENTITY a\(i) \"\(String(repeating: "&a\(i - 1);", count: 10))\">\n" }
        return Array(
            (text + "]>\n<plist version=\"1.0\"><dict><key>description</key><string>&a12;</string></dict></plist>").utf8
        )
    }

    private static func external() -> [UInt8] {
        let text =
            head + "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n"
            + "<plist version=\"1.0\"><dict><key>description</key><string>&x;</string></dict></plist>"
        return Array(text.utf8)
    }

    private static func nestedXML(_ depth: Int) -> [UInt8] {
        Array((head + "<plist version=\"1.0\">" + String(repeating: "<array>", count: depth)).utf8)
    }

    /// Each level is an array whose elements are all the next level: width^depth values in a few hundred bytes.
    private static func sharedReferences(depth: Int, width: Int) -> [UInt8] {
        let objects = (0..<depth).map { level in
            [UInt8(0xA0 | width)] + Array(repeating: UInt8(level + 1), count: width)
        }
        return binary(objects + [[0x09]], referenceSize: 1)
    }

    private static func cycle() -> [UInt8] { binary([[0xA1, 0x00]], referenceSize: 1) }

    private static func nestedBinary(_ depth: Int) -> [UInt8] {
        let objects = (0..<depth).map { level -> [UInt8] in
            let next = UInt32(level + 1)
            return [0xA1, UInt8(next >> 24), UInt8(next >> 16 & 0xFF), UInt8(next >> 8 & 0xFF), UInt8(next & 0xFF)]
        }
        return binary(objects + [[0x09]], referenceSize: 4)
    }

    private static func binary(_ objects: [[UInt8]], referenceSize: UInt8) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += bigEndian(UInt64(offset), 4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, referenceSize]
        bytes += bigEndian(UInt64(objects.count), 8) + bigEndian(0, 8) + bigEndian(UInt64(table), 8)
        return bytes
    }

    private static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(value >> UInt64(8 * (width - 1 - $0)) & 0xFF) }
    }
}
