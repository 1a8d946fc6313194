import Testing

/// Small inputs made to hurt readers.
struct Bomb: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }

    static let all: [Bomb] = [
        Bomb(name: "binary plist: shared references 40 deep", bytes: sharedReferences(depth: 40, width: 10)),
        Bomb(name: "binary plist: an array that holds itself", bytes: binary([[0xA1, 0x00]], referenceSize: 1)),
        Bomb(name: "XML plist: 20,000 levels", text: head + "<plist><array>" + many("<array>", 20_000)),
        Bomb(name: "XML plist: entity expansion", text: laughs),
        Bomb(name: "XML plist: external entity", text: external),
        Bomb(name: "JSON: 200,000 arrays", text: many("[", 200_000)),
        Bomb(name: "JSON: 200,000 objects", text: many("{\"a\":", 200_000)),
        Bomb(name: ".ips: 200,000 arrays as its threads", text: ips + "{\"threads\":" + many("[", 200_000)),
        Bomb(
            name: ".ips: a promise of 2^63 threads",
            text: ips + "{\"threads\":[],\"faultingThread\":9223372036854775807"),
    ]

    private init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    private init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let ips = "{\"bug_type\":\"309\",\"name\":\"Bomb\"}\n"

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static var laughs: String {
        let entities = (1...12).map { "<!ENTITY a\($0) \"\(many("&a\($0 - 1);", 10))\">\n" }
        return head + "<!DOCTYPE plist [\n<!ENTITY a0 \"ha\">\n" + entities.joined()
            + "]>\n<plist version=\"1.0\"><dict><key>description</key><string>&a12;</string></dict></plist>"
    }

    private static let external =
        head + "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n"
        + "<plist version=\"1.0\"><dict><key>description</key><string>&x;</string></dict></plist>"

    /// Each level is an array whose elements are all the next level: width^depth values in a few hundred bytes.
    private static func sharedReferences(depth: Int, width: Int) -> [UInt8] {
        let objects = (0..<depth).map { [UInt8(0xA0 | width)] + Array(repeating: UInt8($0 + 1), count: width) }
        return binary(objects + [[0x09]], referenceSize: 1)
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
        return bytes + bigEndian(UInt64(objects.count), 8) + bigEndian(0, 8) + bigEndian(UInt64(table), 8)
    }

    private static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(value >> UInt64(8 * (width - 1 - $0)) & 0xFF) }
    }
}
