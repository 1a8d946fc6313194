@testable import AppleFormats

func json(_ text: String) -> JSONDocument { JSONDocument.read(Array(text.utf8)) }

/// A value written the same way whatever the white space of its text: `{a:1,b:[t,"x"]}`.
func canonical(_ value: JSONValue?) -> String {
    guard let value else { return "nil" }
    switch value.kind {
    case .object:
        var members: [String] = []
        let keys = value.keys
        value.forEachMember { _, member in members.append(keys[members.count] + ":" + canonical(member)) }
        return "{" + members.joined(separator: ",") + "}"
    case .array: return "[" + value.elements.map(canonical).joined(separator: ",") + "]"
    case .string: return "\"" + (value.string ?? "nil") + "\""
    default: return String(decoding: value.document.bytes[value.byteRange], as: UTF8.self)
    }
}

extension JSONDocument {
    var codes: [FormatIssue.Code] { issues.map(\.code) }
}

/// A small report body with every kind of value, for tests that cut and damage it.
let sampleJSON = """
    {"bug_type":"309","pid":4321,"share":0.25,"isBeta":false,"none":null,
     "name":"Caf\\u00e9 \\"Süd\\" \\\\ 天気",
     "termination":{"code":2343432205,"namespace":"FRONTBOARD","reasons":["one, two","three }] four"],"flags":{}},
     "threads":[{"id":1,"triggered":true,"frames":[{"imageOffset":100,"imageIndex":0},{"imageOffset":2}]},
       {"id":2,"frames":[]}],
     "last":"end"}
    """
