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
        value.forEachMember { key, member in
            if key == "imageOffset" {
                imageOffset = member.unsigned
            } else if key == "symbol" {
                symbol = member.string
            } else if key == "imageIndex" {
                imageIndex = member.int
            } else if key == "symbolLocation" {
                symbolLocation = member.int
            } else if key == "sourceFile" {
                sourceFile = member.string
            } else if key == "sourceLine" {
                sourceLine = member.int
            } else if key == "address" {
                address = member.unsigned
            }
        }
    }
}

public struct IPSThread: Sendable {
    public var id: Int?
    public var name: String?
    public var queue: String?
    public var isTriggered: Bool
    /// The `frames` array; read with `forEachFrame`.
    public var frames: JSONValue?
    public var bytes: Range<Int>
    /// The end of the input or damage cut the thread off.
    public var isTruncated: Bool

    public init(_ value: JSONValue) {
        bytes = value.byteRange
        id = value["id"]?.int
        name = value["name"]?.text
        queue = value["queue"]?.text
        isTriggered = value["triggered"]?.bool ?? false
        frames = value["frames"]
        isTruncated = !value.isComplete || !(frames?.isComplete ?? true)
    }
}

extension IPSThread {
    /// Frames innermost first, without a copy of them all.
    @inline(__always)
    public func forEachFrame(_ body: (IPSFrame) -> Void) {
        frames?.forEachElement(limit: Limits.framesPerThread) { body(IPSFrame($0)) }
    }
}

public struct IPSImage: Sendable {
    public var name = ""
    public var path = ""
    public var base: UInt64 = 0

    public init(_ value: JSONValue) {
        value.forEachMember { key, member in
            if key == "path" {
                path = member.text ?? ""
            } else if key == "name" {
                name = member.text ?? ""
            } else if key == "base" {
                base = member.unsigned ?? 0
            }
        }
        if name.isEmpty { name = path.split(separator: "/").last.map(String.init) ?? "" }
    }
}
