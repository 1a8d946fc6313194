/// The only place that writes terminal escapes.
struct Style: Sendable {
    enum Role { case error, warning, note, good, heading, title, dim, mark, code }

    let color: ReportOptions.Color

    /// `text` in the role's colour; unchanged without colours.
    func paint(_ role: Role, _ text: SafeText) -> SafeText {
        guard color == .ansi16, !text.isEmpty else { return text }
        return SafeText(alreadySafe: "\u{1b}[\(Self.sgr(role))m\(text.text)\u{1b}[0m")
    }

    /// SGR parameters of the 16-colour set: they follow the terminal's own theme.
    private static func sgr(_ role: Role) -> String {
        switch role {
        case .error: "1;31"
        case .warning: "1;33"
        case .note: "1;36"
        case .good: "1;32"
        case .heading, .title: "1"
        case .dim: "90"
        case .mark: "33"
        case .code: "36"
        }
    }
}
