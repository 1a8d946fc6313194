enum SearchEnd { case first, last }

extension StringProtocol {
    /// Range of an ASCII needle, without Foundation.
    func range(of needle: String, options: SearchEnd = .first) -> Range<Index>? {
        var result: Range<Index>?
        let view = utf8
        let pattern = Array(needle.utf8)
        var start = view.startIndex
        while start < view.endIndex {
            if view[start] == pattern[0], view[start...].starts(with: pattern) {
                result = start..<view.index(start, offsetBy: pattern.count)
                if options == .first { return result }
            }
            start = view.index(after: start)
        }
        return result
    }
}
