private import CLibXML2

/// Takes what `XMLTextReader` finds, in document order. Throwing ends the reading with that error.
protocol XMLTextSink: AnyObject {
    /// A start tag whose `<` is at byte `offset`; an empty element gets its `end` at once.
    func start(_ name: String, at offset: Int) throws(ParseError)
    /// All character data since the last tag, references resolved, comments cut out; valid UTF-8, not empty.
    func text(_ bytes: [UInt8]) throws(ParseError)
    func end(_ name: String) throws(ParseError)
}

/// libxml2 behind a wall, for XML that nobody vouches for.
///
/// This is libxml2's push parser with callbacks of our own, the layer below its `xmlTextReader`. The
/// pull reader was tried first (2.9.14): of a damaged file it drops the whole elements of the last 512 bytes
/// or so before the error, and it does not read 300 levels. Here nothing is dropped, no tree is built, and a
/// cut is known for a cut because the end of the input is told to the parser apart.
///
/// The wall: no option that loads or replaces anything (`XML_PARSE_NOENT`, `DTDLOAD`, `HUGE`) is set; none
/// of libxml2's own callbacks is installed, so there is no code that could open a file or a socket; every
/// declaration of an internal subset and every reference other than `&lt; &gt; &amp; &apos; &quot;` and
/// characters by number is refused; errors go to a handler of this parse and nothing is printed.
enum XMLTextReader {
    enum Ending: Equatable {
        /// The root element is closed and nothing but comments follows.
        case complete
        /// The input ended inside the root element, or before it.
        case truncated(line: Int)
        /// Not well-formed from `offset` on (up to a tag's length off); what was reported before stands.
        case malformed(String, offset: Int, line: Int)
    }

    /// Reads `bytes` from index `start`; offsets are indices of `bytes`.
    ///
    /// - Throws: what `sink` throws, `refused` for entities, `limitExceeded` for text over
    ///   `Limits.xmlTextBytes` and markup over the other `xml` limits. XML that is not well-formed is an `Ending`.
    static func read(_ bytes: [UInt8], from start: Int, into sink: any XMLTextSink) throws(ParseError) -> Ending {
        libraryReady
        let parse = XMLParse(bytes, from: start, into: sink)
        // Errors that belong to no parser context (encodings, memory) use this thread's handler; libxml2's
        // default one prints.
        let formerHandler = unsafe __xmlStructuredError().pointee
        let formerContext = unsafe __xmlStructuredErrorContext().pointee
        unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
        defer { unsafe xmlSetStructuredErrorFunc(formerContext, formerHandler) }
        return try parse.run()
    }

    /// `xmlInitParser` must have ended before two threads use libxml2.
    private static let libraryReady: Void = xmlInitParser()
}

/// One parse: owns the parser context and is the `userData` of its callbacks.
@safe private final class XMLParse {
    private let bytes: [UInt8]
    private let start: Int
    private let sink: any XMLTextSink
    private var context: xmlParserCtxtPtr?
    private var text: [UInt8] = []
    private var openElements = 0
    private var sawRoot = false
    private var failure: ParseError?
    private var fault: Fault?
    /// All input was fed: what libxml2 still reports are halves of elements, and the sink does not want them.
    private var isAtEnd = false

    private struct Fault {
        let code: Int32
        let message: String
        let offset: Int
        let line: Int
    }

    init(_ bytes: [UInt8], from start: Int, into sink: any XMLTextSink) {
        self.bytes = bytes
        self.start = start
        self.sink = sink
    }

    deinit {
        if let context = unsafe context {
            unsafe xmlFreeDoc(context.pointee.myDoc)
            unsafe xmlFreeParserCtxt(context)
        }
    }

    func run() throws(ParseError) -> XMLTextReader.Ending {
        var handler = unsafe Self.handler
        let user = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe context = xmlCreatePushParserCtxt(&handler, user, nil, 0, nil)
        guard let context = unsafe context else { throw ParseError(.limitExceeded, at: start, "no memory for XML") }
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NOERROR.rawValue
            | XML_PARSE_COMPACT.rawValue
        unsafe xmlCtxtUseOptions(context, Int32(bitPattern: options))

        var position = start
        while position < bytes.count, fault == nil, failure == nil {
            let end = min(bytes.count, position + (position == start ? 4 : pieceSize))
            feed(position..<end)
            position = end
            checkPending(position)
        }
        let isClosed = sawRoot && openElements == 0
        let endLine = line
        if fault == nil, failure == nil {
            isAtEnd = true
            unsafe xmlParseChunk(context, nil, 0, 1)
        }
        if let failure { throw failure }
        if let fault, isClosed || !isCut(fault) {
            return .malformed(fault.message, offset: fault.offset, line: fault.line)
        }
        return isClosed ? .complete : .truncated(line: endLine)
    }

    /// A cut shows as an error at the very end (half a character may be left over) or as elements that are
    /// still open there. Anything else was wrong before, and the parser had only waited for more input.
    private func isCut(_ fault: Fault) -> Bool {
        isAtEnd && (fault.code == Int32(XML_ERR_DOCUMENT_END.rawValue) || fault.offset + 4 > bytes.count)
    }

    /// The first piece, of four bytes, is what libxml2 guesses the encoding from. The size of the others bounds what
    /// is parsed in vain after a refusal; in other encodings than UTF-8 it also bounds what `xmlByteConsumed` has to
    /// encode again for each tag.
    private var pieceSize: Int {
        guard let buffer = unsafe context?.pointee.input?.pointee.buf else { return 512 }
        return unsafe buffer.pointee.encoder == nil ? 4_096 : 512
    }

    /// What was fed and not yet parsed is one tag, comment, reference, … whose end is still to come. libxml2 looks at
    /// it again for each piece, and takes time by the square of a tag's attributes, so that none may grow long.
    private func checkPending(_ fed: Int) {
        guard fault == nil, failure == nil else { return }
        let (what, limit) =
            switch unsafe context?.pointee.instate {
            case XML_PARSER_START_TAG: ("tag", Limits.xmlTagBytes)
            // libxml2 hands this on more slowly than it is fed.
            case XML_PARSER_CDATA_SECTION: ("text", Limits.xmlTextBytes)
            default: ("markup", Limits.xmlMarkupBytes)
            }
        let place = consumed
        if fed - place > limit {
            stop(ParseError(.limitExceeded, at: place, "XML \(what) longer than \(limit) bytes"))
        }
    }

    private func feed(_ range: Range<Int>) {
        unsafe bytes.withUnsafeBytes { buffer in
            let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
            let base = unsafe piece.baseAddress?.assumingMemoryBound(to: CChar.self)
            unsafe xmlParseChunk(context, base, Int32(piece.count), 0)
        }
    }

    private var line: Int {
        guard let input = unsafe context?.pointee.input else { return 0 }
        return unsafe Int(input.pointee.line)
    }

    /// Where the parser stands. In a callback of a start tag that is behind its name and attributes.
    private var consumed: Int {
        let count = unsafe context.map { unsafe xmlByteConsumed($0) } ?? 0
        return min(bytes.count, start + max(0, count))
    }

    /// `<` cannot stand inside a tag, so the nearest one before the parser's place opens it.
    private var tagOffset: Int {
        let place = consumed
        return bytes[..<place].lastIndex(of: UInt8(ascii: "<")) ?? place
    }
}

// What the callbacks do.
extension XMLParse {
    private func perform(_ work: () throws(ParseError) -> Void) {
        guard failure == nil, fault == nil, !isAtEnd else { return }
        do { try work() } catch { stop(error) }
    }

    /// `xmlStopParser` would free buffers that callers inside libxml2 may still hold, so only the flag that
    /// silences callbacks is set, and `run` feeds no further piece.
    private func stop(_ error: ParseError) {
        failure = failure ?? error
        unsafe context?.pointee.disableSAX = 1
    }

    fileprivate func started(_ name: String, namespaces: Int32) {
        perform { () throws(ParseError) in
            try flush()
            // libxml2 looks through all open ones for each prefix.
            guard namespaces <= Limits.xmlNamespacesPerTag else {
                throw ParseError(.limitExceeded, at: tagOffset, "XML tag declares \(namespaces) namespaces")
            }
            sawRoot = true
            openElements += 1
            try sink.start(name, at: tagOffset)
        }
    }

    fileprivate func ended(_ name: String) {
        perform { () throws(ParseError) in
            try flush()
            openElements -= 1
            try sink.end(name)
        }
    }

    private func flush() throws(ParseError) {
        guard !text.isEmpty else { return }
        try sink.text(text)
        text.removeAll(keepingCapacity: text.count < 65_536)
    }

    fileprivate func append(_ characters: UnsafePointer<xmlChar>?, _ count: Int32) {
        guard let characters = unsafe characters, count > 0 else { return }
        perform { () throws(ParseError) in
            guard text.count + Int(count) <= Limits.xmlTextBytes else {
                throw ParseError(
                    .limitExceeded, at: consumed, "XML text longer than \(Limits.xmlTextBytes) bytes in one element")
            }
            unsafe text.append(contentsOf: UnsafeBufferPointer(start: characters, count: Int(count)))
        }
    }

    fileprivate func refuse(_ what: String, _ name: UnsafePointer<xmlChar>?) {
        perform { () throws(ParseError) in
            let name = unsafe name.map { unsafe " \(XMLParse.string($0).prefix(64))" } ?? ""
            throw ParseError(.refused, at: consumed, "\(what)\(name): entities are not read from untrusted XML")
        }
    }

    fileprivate func note(_ error: xmlErrorPtr?) {
        // Lower levels are namespaces and undeclared entities (refused elsewhere): nothing is lost by them.
        guard let error = unsafe error, fault == nil, failure == nil,
            unsafe error.pointee.level == XML_ERR_FATAL
        else { return }
        let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "not well-formed"
        let kept = String(message.prefix { $0 != "\n" }.prefix(200))
        fault = unsafe Fault(code: error.pointee.code, message: kept, offset: consumed, line: Int(error.pointee.line))
    }

    fileprivate static func string(_ characters: UnsafePointer<xmlChar>) -> String {
        unsafe String(decodingCString: characters, as: UTF8.self)
    }
}

// The C side. Every callback that is not set here stays nil: libxml2 then does nothing in its place.
extension XMLParse {
    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLParse? {
        unsafe context.map { unsafe Unmanaged<XMLParse>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func qualified(_ prefix: UnsafePointer<xmlChar>?, _ name: UnsafePointer<xmlChar>?) -> String {
        guard let name = unsafe name else { return "" }
        guard let prefix = unsafe prefix else { return unsafe string(name) }
        return unsafe "\(string(prefix)):\(string(name))"
    }

    fileprivate static var handler: xmlSAXHandler {
        var sax = unsafe xmlSAXHandler()
        unsafe sax.initialized = XML_SAX2_MAGIC
        unsafe sax.startElementNs = { context, name, prefix, _, namespaces, _, _, _, _ in
            unsafe XMLParse.of(context)?.started(XMLParse.qualified(prefix, name), namespaces: namespaces)
        }
        unsafe sax.endElementNs = { context, name, prefix, _ in
            unsafe XMLParse.of(context)?.ended(XMLParse.qualified(prefix, name))
        }
        unsafe sax.characters = { context, text, count in unsafe XMLParse.of(context)?.append(text, count) }
        unsafe sax.ignorableWhitespace = { context, text, count in unsafe XMLParse.of(context)?.append(text, count) }
        unsafe sax.cdataBlock = { context, text, count in unsafe XMLParse.of(context)?.append(text, count) }
        unsafe sax.serror = { context, error in unsafe XMLParse.of(context)?.note(error) }
        unsafe refuseEntities(&sax)
        return unsafe sax
    }

    private static func refuseEntities(_ sax: inout xmlSAXHandler) {
        unsafe sax.getEntity = { context, name in
            unsafe XMLParse.of(context)?.refuse("reference to entity", name)
            return nil
        }
        unsafe sax.getParameterEntity = { context, name in
            unsafe XMLParse.of(context)?.refuse("reference to parameter entity", name)
            return nil
        }
        unsafe sax.reference = { context, name in
            unsafe XMLParse.of(context)?.refuse("reference to entity", name)
        }
        unsafe sax.entityDecl = { context, name, _, _, _, _ in
            unsafe XMLParse.of(context)?.refuse("declaration of entity", name)
        }
        unsafe sax.unparsedEntityDecl = { context, name, _, _, _ in
            unsafe XMLParse.of(context)?.refuse("declaration of entity", name)
        }
        unsafe sax.notationDecl = { context, name, _, _ in
            unsafe XMLParse.of(context)?.refuse("declaration of notation", name)
        }
        unsafe sax.elementDecl = { context, name, _, _ in
            unsafe XMLParse.of(context)?.refuse("declaration of element", name)
        }
        unsafe sax.attributeDecl = { context, element, _, _, _, _, tree in
            // The callee owns the list of an enumerated attribute.
            unsafe xmlFreeEnumeration(tree)
            unsafe XMLParse.of(context)?.refuse("declaration of attributes of", element)
        }
    }
}
