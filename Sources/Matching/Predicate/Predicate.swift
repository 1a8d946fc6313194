/// A parsed predicate: the subset of NSPredicate that `log show --predicate` users know, and that rules are written in.
///
/// Comparisons `==` `=` `!=` `<>` `<` `<=` `>` `>=`, `BEGINSWITH` `CONTAINS` `ENDSWITH` `LIKE` `MATCHES` with
/// `[c]` `[d]` `[cd]`, `IN {…}`, `IN list`, `BETWEEN {low, high}`; `AND` `OR` `NOT` (`&&` `||` `!`) and
/// parentheses; `ANY` (`SOME`), `ALL`, `NONE` before a comparison; `TRUEPREDICATE` `FALSEPREDICATE` `TRUE` `FALSE`.
/// Operands are dotted names (also `.@count`, `.first`, `.last`), texts in either quotes, decimal and 0x integers up
/// to `UInt64.max`, decimal fractions, `TRUE` `FALSE` `YES` `NO`, `NULL` `NIL`. Words of the grammar in any case.
///
/// Two predicates are equal when their trees are, whatever their spacing and spelling.
public struct Predicate: Sendable, Equatable, CustomStringConvertible {
    let root: PredicateNode

    /// Parses a text of at most 65,536 bytes, with parentheses and NOTs at most 64 deep.
    public init(parsing text: String) throws(PredicateError) { root = try PredicateParser.parse(text) }

    /// The canonical spelling; parsing it gives an equal predicate.
    public var description: String { root.description }

    /// Every name the predicate mentions, as written, in order of first mention.
    public var namesUsed: [String] {
        var seen: Set<String> = []
        return root.comparisons.flatMap { [$0.left.path, $0.right.path] }
            .compactMap { $0?.text }
            .filter { seen.insert($0).inserted }
    }

    /// True when some comparison is a `MATCHES`, which only a `PatternCompiler` can evaluate.
    public var usesMatches: Bool { root.comparisons.contains { $0.comparison == .matches } }

    /// Everything wrong with the predicate under this catalogue, in the order of the text: unknown names and
    /// fields, and comparisons that make no sense for the types. Empty exactly when `bind(to:)` succeeds without
    /// a pattern compiler.
    public func check(against catalogue: NameCatalogue) -> [PredicateError] {
        let binder = PredicateBinder(resolver: PathResolver(catalogue: catalogue), patterns: nil)
        return root.comparisons.flatMap(binder.problems)
    }

    /// Resolves every name to a slot and prepares the literals, so that evaluation only looks up and compares.
    ///
    /// Throws the first of the problems `check(against:)` lists, or a pattern that `patterns` refuses.
    public func bind(
        to catalogue: NameCatalogue, patterns: PatternCompiler? = nil
    ) throws(PredicateError) -> BoundPredicate {
        let binder = PredicateBinder(resolver: PathResolver(catalogue: catalogue), patterns: patterns)
        return BoundPredicate(root: try binder.bind(root))
    }
}

/// Regular expressions for `MATCHES`, supplied by whoever has an engine for them (this module has none, so that it
/// stays linear in its input). Without one a `MATCHES` is unknown in three-valued and false in two-valued semantics.
public struct PatternCompiler: Sendable {
    /// Returns a test for whole texts, or nil when the pattern is not valid. The test may answer nil ("unknown")
    /// when it gives up, at a match limit say.
    public let compile: @Sendable (_ pattern: String, _ options: StringOptions) -> (@Sendable (String) -> Bool?)?

    /// Wraps an engine; see `compile`.
    public init(
        compile: @escaping @Sendable (_ pattern: String, _ options: StringOptions) -> (@Sendable (String) -> Bool?)?
    ) {
        self.compile = compile
    }
}
