#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reading files and folders through the system's own calls: no mapping (a file that shrinks under a map
/// ends the process), no Foundation (it costs more to start than a report takes to read).
public enum FileBytes {
    public enum Failure: Error, Sendable, Equatable {
        case missing
        case notAllowed
        case isFolder
        case tooLarge(Int)
        case system(Int32)
    }

    /// The whole file, at most `limit` bytes; `-` is standard input.
    public static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { if descriptor != 0 { close(descriptor) } }
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw failure(errno) }
        guard info.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
        let known = info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : 0
        if known > limit { throw .tooLarge(known) }
        var bytes: [UInt8] = []
        // One byte more than the size, so that the end of the file is seen without growing.
        var room = max(known + 1, 64 << 10)
        while true {
            let before = bytes.count
            let count = room
            var failed: Int32 = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                var got = 0
                repeat {
                    got = unsafe Self.readSome(descriptor, buffer.baseAddress, count)
                } while got < 0 && errno == EINTR
                if got < 0 { failed = errno }
                initialized = max(0, got)
            }
            if failed != 0 { throw failure(failed) }
            if chunk.isEmpty { return bytes }
            if before == 0 { bytes = chunk } else { bytes += chunk }
            if bytes.count > limit { throw .tooLarge(bytes.count) }
            room = max(known + 1 - bytes.count, 64 << 10)
        }
    }

    private static func readSome(_ descriptor: Int32, _ to: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.read(descriptor, to, count)
        #else
            unsafe Darwin.read(descriptor, to, count)
        #endif
    }

    public enum EntryKind: Sendable { case file, folder, stream, other }

    /// What a path is, without following a link at its end unless `followLinks`; nil when there is nothing.
    public static func kind(_ path: String, followLinks: Bool) -> EntryKind? {
        var info = stat()
        let result = followLinks ? unsafe stat(path, &info) : unsafe lstat(path, &info)
        guard result == 0 else { return nil }
        switch info.st_mode & S_IFMT {
        case S_IFREG: return .file
        // Read when the user names one; in a folder it would wait for ever.
        case S_IFIFO, S_IFCHR: return .stream
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Names in a folder, sorted by their bytes so that every machine walks in the same order.
    public static func names(in folder: String) throws(Failure) -> [String] {
        guard let handle = unsafe opendir(folder) else { throw failure(errno) }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    static func failure(_ code: Int32) -> Failure {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .notAllowed
        case EISDIR: .isFolder
        default: .system(code)
        }
    }
}
