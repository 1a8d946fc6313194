#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An input read front to back in blocks: a log of gigabytes, or a pipe that is still being written.
final class ByteStream {
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    /// Bytes of a regular file; nil for pipes and terminals.
    let knownSize: Int?
    /// Bytes read so far.
    private(set) var position = 0
    private(set) var isAtEnd = false
    /// The system's error that ended reading early.
    private(set) var failure: FileBytes.Failure?

    init(path: String) throws(FileBytes.Failure) {
        ownsDescriptor = path != "-"
        descriptor = ownsDescriptor ? unsafe open(path, O_RDONLY | O_CLOEXEC) : 0
        guard descriptor >= 0 else { throw FileBytes.failure(errno) }
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else {
            let code = errno
            if ownsDescriptor { close(descriptor) }
            throw FileBytes.failure(code)
        }
        guard info.st_mode & S_IFMT != S_IFDIR else {
            if ownsDescriptor { close(descriptor) }
            throw .isFolder
        }
        knownSize = info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
    }

    deinit { if ownsDescriptor { close(descriptor) } }

    /// What was left over from the last block and up to `count` new bytes behind it; fewer only at the end.
    ///
    /// A read error ends the input: what came before it is kept, and `failure` says why.
    func block(after carry: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        let total = carry.count + count
        return unsafe [UInt8](unsafeUninitializedCapacity: total) { buffer, initialized in
            for (index, byte) in carry.enumerated() { unsafe buffer[index] = byte }
            var filled = carry.count
            while filled < total, !isAtEnd {
                let got = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, total - filled)
                if got > 0 {
                    filled += got
                    position += got
                } else if got == 0 {
                    isAtEnd = true
                } else if errno == EBADF, !ownsDescriptor {
                    // Standard input was closed under the reader: the user ended a live log.
                    isAtEnd = true
                } else if errno != EINTR {
                    failure = FileBytes.failure(errno)
                    isAtEnd = true
                }
            }
            initialized = filled
        }
    }
}
