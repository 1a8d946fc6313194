/// The prefix of one line of a text log, taken apart.
public struct LogLine: Sendable {
    /// Who wrote the line that way. Names are what people call the style.
    public enum Style: UInt8, Sendable, CaseIterable {
        /// `Mar 11 11:45:09 Some-iPad assertiond[540] <Notice>: …` and its relatives since iOS 3.
        case syslog
        /// `log show`, `log stream`: time, thread, type, activity, pid, ttl, process.
        case logShow
        /// `log show --style syslog`: time, host, process[pid].
        case logSyslog
        /// `log show --style compact`: time, two letters, process[pid:thread].
        case logCompact
        /// Copied out of Console.app: columns, in the order the window had.
        case console
        /// Xcode's console and `NSLog` on standard error: time, process[pid:thread].
        case xcode
        /// A time and words.
        case timed
        /// A JSON object.
        case json
        /// `process[pid]` without a time, or nothing at all.
        case bare

        public var title: String {
            switch self {
            case .syslog: "syslog"
            case .logShow: "log show"
            case .logSyslog: "log show --style syslog"
            case .logCompact: "log show --style compact"
            case .console: "Console.app copy"
            case .xcode: "Xcode console"
            case .timed: "lines with a time"
            case .json: "JSON"
            case .bare: "lines without a time"
            }
        }
    }

    public var style: Style
    public var clock: LogClock?
    public var process = 0..<0
    public var sender = 0..<0
    public var subsystem = 0..<0
    public var category = 0..<0
    public var pid: Int?
    /// Apple's word for the level, or nil. See `LogLevelWord`.
    public var level = LogLevelWord.none
    /// Where the message starts; it ends with the line unless `messageEnd` says otherwise.
    public var messageStart: Int
    public var messageEnd: Int?
    /// Marks before the prefix that a paste put there ("// ", "> "): their length in bytes.
    public var quoting = 0

    init(_ style: Style, messageStart: Int) {
        self.style = style
        self.messageStart = messageStart
    }
}

/// Levels as the styles print them, in the languages Console.app speaks.
public enum LogLevelWord: UInt8, Sendable {
    case none, debug, info, `default`, error, fault, stateDump, activity

    /// `Df`, `I`, `Db`, `E`, `F`, `Sd`, `A`: the compact style's type column.
    static func compact(_ a: UInt8, _ b: UInt8) -> LogLevelWord? {
        switch (a, b) {
        case (0x44, 0x66): .default  // Df
        case (0x44, 0x62): .debug  // Db
        case (0x53, 0x64): .stateDump  // Sd
        case (0x49, 0x20), (0x49, 0x6E): .info  // I, In
        case (0x45, 0x20), (0x45, 0x72): .error  // E, Er
        case (0x46, 0x20), (0x46, 0x61): .fault  // F, Fa
        case (0x41, 0x20), (0x41, 0x63): .activity  // A, Ac
        case (0x53, 0x74), (0x53, 0x70), (0x4C, 0x73): .default  // signposts, loss
        default: nil
        }
    }

    /// `<Notice>`, `Default`, `standaard`, `по умолчанию`, …; nil for any other text.
    public static func named(_ text: String) -> LogLevelWord? { words[text.lowercased()] }

    private static let words: [String: LogLevelWord] = {
        var words: [String: LogLevelWord] = [:]
        let table: [(LogLevelWord, [String])] = [
            (.default, ["default", "notice", "warning", "warn", "standaard", "standard", "par défaut", "défaut"]),
            (.default, ["predeterminado", "por omisión", "predefinito", "padrão", "predefinição", "по умолчанию"]),
            (.default, ["默认", "預設", "デフォルト", "기본", "기본값", "varsayılan", "domyślne", "domyślny", "výchozí"]),
            (.default, ["oletus", "förval", "forvalgt", "alapértelmezett", "implicit", "за замовчуванням", "log"]),
            (.info, ["info", "信息", "資訊", "情報", "정보", "инфо", "информация", "información", "information"]),
            (.debug, ["debug", "调试", "除錯", "デバッグ", "디버그", "отладка", "débogage", "depuración", "foutopsporing"]),
            (.error, ["error", "fehler", "erreur", "fout", "errore", "erro", "ошибка", "错误", "錯誤", "エラー", "오류"]),
            (.error, ["fel", "feil", "fejl", "virhe", "błąd", "chyba", "hata", "помилка", "hiba", "eroare", "err"]),
            (
                .fault,
                [
                    "fault", "fehlzustand", "storing", "défaillance", "fallo", "guasto", "falha", "сбой", "故障", "フォルト",
                    "결함",
                ]
            ),
            (.fault, ["critical", "alert", "emergency"]),
            (.activity, ["activity", "activiteit", "aktivität", "activité"]), (.stateDump, ["state"]),
        ]
        for (level, names) in table { for name in names { words[name] = level } }
        return words
    }()
}
