/// Frames, threads and images of an `.ips` JSON body, in one pass each.
public struct IPSFrame: Sendable {
    public var imageIndex: Int?
    public var imageOffset: UInt64?
    public var symbol: String?
    public var symbolLocation: Int?
    public var sourceFile: String?
    public var sourceLine: Int?
    public var address: UInt64?
    public var bytes: Range<Int>

    public init(_ value: JSONValue) {
        bytes = value.byteRange
        var frame = (
            imageIndex: Int?.none, imageOffset: UInt64?.none, symbol: String?.none, location: Int?.none,
            file: String?.none, line: Int?.none, address: UInt64?.none
        )
        value.forEachMember { key, member in
            // The keys differ in length or first byte, so one comparison decides.
            switch key.count {
            case 6 where key.elementsEqual("symbol".utf8): frame.symbol = member.string
            case 10 where key.elementsEqual("imageIndex".utf8): frame.imageIndex = member.int
            case 10 where key.elementsEqual("sourceLine".utf8): frame.line = member.int
            case 10 where key.elementsEqual("sourceFile".utf8): frame.file = member.string
            case 11 where key.elementsEqual("imageOffset".utf8): frame.imageOffset = member.unsigned
            case 14 where key.elementsEqual("symbolLocation".utf8): frame.location = member.int
            case 7 where key.elementsEqual("address".utf8): frame.address = member.unsigned
            default: break
            }
        }
        imageIndex = frame.imageIndex
        imageOffset = frame.imageOffset
        symbol = frame.symbol
        symbolLocation = frame.location
        sourceFile = frame.file
        sourceLine = frame.line
        address = frame.address
    }
}

public struct IPSThread: Sendable {
    public var id: Int?
    public var name: String?
    public var queue: String?
    public var isTriggered: Bool
    public var frames: [IPSFrame]
    public var bytes: Range<Int>
    /// The end of the input or damage cut the thread off.
    public var isTruncated: Bool

    public init(_ value: JSONValue) {
        bytes = value.byteRange
        id = value["id"]?.int
        name = value["name"]?.text
        queue = value["queue"]?.text
        isTriggered = value["triggered"]?.bool ?? false
        let list = value["frames"]
        frames = (list?.elements ?? []).prefix(Limits.framesPerThread).map(IPSFrame.init)
        isTruncated = !value.isComplete || !(list?.isComplete ?? true)
    }
}

public struct IPSImage: Sendable {
    public var name: String
    public var path: String
    public var uuid: String?
    public var base: UInt64
    public var size: UInt64

    public init(_ value: JSONValue) {
        path = value["path"]?.text ?? ""
        name = value["name"]?.text ?? path.split(separator: "/").last.map(String.init) ?? ""
        uuid = value["uuid"]?.text
        base = value["base"]?.unsigned ?? 0
        size = value["size"]?.unsigned ?? 0
    }
}
