import Synchronization

/// A JSON text read into a flat table of nodes that refer to the bytes, instead of a tree of copies.
///
/// Reports are large and a diagnosis needs a small part of them, so nothing is decoded until it is asked
/// for, and every value keeps its byte offset for citation. Reading never fails: a damaged or cut-off text
/// gives the values that stand before the damage, and issues that say where it is. (Foundation gives
/// neither an offset nor a partial result.)
public final class JSONDocument: Sendable {
    public let bytes: [UInt8]
    let nodes: [Node]
    public let issues: [FormatIssue]
    /// First byte behind the value that was read.
    public let endOffset: Int
    /// True when the input ended inside the value.
    public let isTruncated: Bool

    /// Children of the containers that citations led through: a list of 100,000 records is walked once, not once
    /// for each of them.
    private let childLists = Mutex<[Int: [UInt32]]>([:])

    struct Node: Sendable {
        var start: UInt32
        var end: UInt32
        /// Index of the node behind this one's subtree.
        var next: UInt32
        var kind: JSONValue.Kind
        /// Strings: a backslash occurs. Containers: the closing bracket was seen.
        var flag: Bool
    }

    init(bytes: [UInt8], nodes: [Node], issues: [FormatIssue], endOffset: Int, isTruncated: Bool) {
        self.bytes = bytes
        self.nodes = nodes
        self.issues = issues
        self.endOffset = endOffset
        self.isTruncated = isTruncated
    }

    /// Reads the one value that starts at or after `offset`; what stands behind it is the caller's.
    ///
    /// - Parameter asMembers: the text is the inside of an object whose `{` was cut off
    ///   (`"termination" : {…`), as people paste it.
    public static func read(_ bytes: [UInt8], from offset: Int = 0, asMembers: Bool = false) -> JSONDocument {
        guard bytes.count < Int(UInt32.max) else {
            return JSONDocument(
                bytes: [], nodes: [],
                issues: [FormatIssue(.countLimit, "JSON text of more than 4 GiB; not read", at: 0)], endOffset: 0,
                isTruncated: true)
        }
        var reader = JSONReader(bytes: bytes, position: offset)
        reader.run(asMembers: asMembers)
        return JSONDocument(
            bytes: bytes, nodes: reader.nodes, issues: reader.issues, endOffset: reader.position,
            isTruncated: reader.isTruncated)
    }

    /// The child of a container whose subtree holds the node at `index`, its place and its key.
    func child(of container: Int, holding index: Int) -> (child: Int, position: Int, key: String?)? {
        childLists.withLock { lists in
            let children = lists[container] ?? childIndexes(of: container)
            lists[container] = children
            var low = 0
            var high = children.count
            while low < high {
                let middle = (low + high) / 2
                if Int(children[middle]) <= index { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return nil }
            let child = Int(children[low - 1])
            let key = low > 1 ? nodes[Int(children[low - 2])] : nil
            let name = key.flatMap { $0.kind == .key ? JSONValue.Key(document: self, node: $0).text : nil }
            return (child, low - 1, name)
        }
    }

    private func childIndexes(of container: Int) -> [UInt32] {
        var indexes: [UInt32] = []
        var child = container + 1
        while child < Int(nodes[container].next) {
            indexes.append(UInt32(child))
            child = Int(nodes[child].next)
        }
        return indexes
    }

    /// The value that was read; nil for an empty text.
    public var root: JSONValue? { nodes.isEmpty ? nil : JSONValue(document: self, index: 0) }
}
