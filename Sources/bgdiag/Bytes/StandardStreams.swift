import Reporting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Results go to standard output, everything else to standard error.
enum StandardStreams {
    /// Writes all bytes. A reader that went away (`| head`) ends the program quietly, as other tools do.
    static func write(_ bytes: [UInt8]) {
        guard !writeAll(1, bytes) else { return }
        if errno == EPIPE { exit(0) }
        complain("bgdiag: cannot write the result (system error \(errno))")
        exit(70)
    }

    /// A message for people. It may quote arguments and evidence, so control characters are made visible.
    static func complain(_ text: String) {
        let lines = Sanitizer.block(text).joined(separator: "\n")
        _ = writeAll(2, Array((lines + "\n").utf8))
    }

    /// Creates or replaces a file; the error is in words.
    static func write(_ bytes: [UInt8], toFile path: String) -> String? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return "cannot create \(path): \(systemError)" }
        defer { close(descriptor) }
        return writeAll(descriptor, bytes) ? nil : "cannot write \(path): \(systemError)"
    }

    /// Whether a file can be written, found out without touching what is in it; the reason when not.
    static func problemWriting(toFile path: String) -> String? {
        let existed = unsafe access(path, F_OK) == 0
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return "cannot create \(path): \(systemError)" }
        close(descriptor)
        if !existed { unsafe unlink(path) }
        return nil
    }

    /// True when both paths lead to one file, whatever they are called.
    static func isSameFile(_ a: String, _ b: String) -> Bool {
        var first = stat()
        var second = stat()
        guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_mode & S_IFMT == S_IFREG
    }

    private static var systemError: String { unsafe String(cString: strerror(errno)) }

    private static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    unsafe Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
                #else
                    unsafe Darwin.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
                #endif
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            done += count
        }
        return true
    }

    static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }

    /// Control-C while a live log is read ends the log, not the answer about it: `idevicesyslog | bgdiag analyze -` has
    /// no other end. Standard input is closed, which the reader takes for its end; a second Control-C ends the command.
    static func endInputOnInterrupt() {
        signal(SIGINT) { _ in
            close(0)
            signal(SIGINT, SIG_DFL)
        }
    }

    static func exit(_ code: Int32) -> Never {
        #if canImport(Glibc)
            Glibc.exit(code)
        #else
            Darwin.exit(code)
        #endif
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Columns of the terminal, else `COLUMNS`, else 80.
    static var width: Int {
        var size = winsize()
        if unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment("COLUMNS").flatMap { Int($0) } ?? 80
    }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
