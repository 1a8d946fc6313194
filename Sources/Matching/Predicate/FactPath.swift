/// A dotted name as a predicate or a message template writes it: `exit.code`, `openTasks.first.name`,
/// `assertions.@count`.
public struct FactPath: Sendable, Hashable, CustomStringConvertible {
    /// The parts between the dots; at least one, none empty.
    public let components: [String]

    init(components: [String]) { self.components = components }

    /// Reads a whole text as one path: names of letters, digits and `_`, joined by single dots; `@count` may stand
    /// after a dot, and a leading `#` marks a name that is otherwise a word of the grammar (`#any`).
    public init(parsing text: String) throws(PredicateError) {
        var lexer = try PredicateLexer(text)
        let path = try lexer.scanPath()
        guard lexer.isAtEnd else {
            throw PredicateError(offset: lexer.position, message: "unexpected \(lexer.quotedCharacter) in a name")
        }
        self = path
    }

    /// The path without the `#` that the grammar may need.
    public var text: String { components.joined(separator: ".") }

    /// The path as a predicate must write it.
    public var description: String {
        components.count == 1 && PredicateKeyword.kind(of: text) != nil ? "#" + text : text
    }

    /// Finds the fact behind the path. Errors have offsets in the path's own text.
    public func bind(to catalogue: NameCatalogue) throws(PredicateError) -> BoundPath {
        try PathResolver(catalogue: catalogue).resolve(self, at: 0)
    }
}
