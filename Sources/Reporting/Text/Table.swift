/// Columns that line up by display width. Columns without content are left out. When the table is too wide,
/// the widest columns give way and their cells wrap; when that would leave slivers, rows become paragraphs.
struct Table {
    /// A column narrower than this is no longer legible.
    private static let sliver = 12

    private let headings: [SafeText]
    private var rows: [[SafeText]] = []
    private var roles: [[Int: Style.Role]] = []

    init(_ headings: [SafeText]) { self.headings = headings }

    /// One cell for each heading; cells that are missing are empty. `roles` colours cells by column: a cell
    /// is painted after it has been wrapped, so that its colour ends where its lines end.
    mutating func add(_ cells: [SafeText], roles: [Int: Style.Role] = [:]) {
        var cells = Array(cells.prefix(headings.count))
        while cells.count < headings.count { cells.append("") }
        rows.append(cells)
        self.roles.append(roles)
    }

    func draw(on canvas: inout Canvas, indent: Int, style: Style) {
        let kept = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        guard let widths = columnWidths(kept, room: canvas.width - indent) else {
            for cells in rows {
                let words = cells.filter { !$0.isEmpty }.joined(", ")
                canvas.paragraph(words, indent: indent, hanging: indent + 4)
            }
            return
        }
        let columns = zip(kept, widths).map { Column(index: $0, width: $1) }
        let headingRoles = Dictionary(uniqueKeysWithValues: kept.map { ($0, Style.Role.dim) })
        for (cells, roles) in zip([headings] + rows, [headingRoles] + roles) {
            drawRow(cells, roles, columns, indent: indent, style: style, on: &canvas)
        }
    }

    private struct Column {
        let index: Int
        let width: Int
    }

    private func drawRow(
        _ cells: [SafeText], _ roles: [Int: Style.Role], _ columns: [Column], indent: Int, style: Style,
        on canvas: inout Canvas
    ) {
        let wrapped = columns.map { Wrap.lines(cells[$0.index].text, first: $0.width, rest: $0.width) }
        for lineNumber in 0..<(wrapped.map(\.count).max() ?? 0) {
            var line = SafeText.spaces(indent)
            for (lines, column) in zip(wrapped, columns) {
                let text = SafeText(alreadySafe: lineNumber < lines.count ? lines[lineNumber] : "")
                line += roles[column.index].map { style.paint($0, text) } ?? text
                line += .spaces(column.width - DisplayWidth.of(text.text) + 2)
            }
            canvas.line(line)
        }
    }

    /// nil when the columns do not fit.
    private func columnWidths(_ kept: [Int], room: Int) -> [Int]? {
        let natural = kept.map { column in
            rows.reduce(DisplayWidth.of(headings[column].text)) { max($0, DisplayWidth.of($1[column].text)) }
        }
        let available = room - 2 * max(0, kept.count - 1)
        // The highest limit under which all fit; below it no column loses anything.
        let limits = stride(from: natural.max() ?? 0, through: Self.sliver, by: -1)
        let fits = { (limit: Int) in natural.reduce(0) { $0 + min($1, limit) } <= available }
        guard !fits(.max) else { return natural }
        guard let limit = limits.first(where: fits) else { return nil }
        var widths = natural
        var spare = available - widths.reduce(0) { $0 + min($1, limit) }
        for column in widths.indices where widths[column] > limit {
            widths[column] = limit + (spare > 0 ? 1 : 0)
            spare -= 1
        }
        return widths
    }
}
