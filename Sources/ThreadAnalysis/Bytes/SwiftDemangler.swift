#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@_silgen_name("swift_demangle")
private func runtimeDemangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
    _ outputSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Swift names in words, by the runtime's own demangler (it knows every mangling the toolchain knows).
enum SwiftDemangler {
    /// The readable form, or the name itself when it is not a Swift symbol.
    static func demangle(_ name: String) -> String {
        guard isMangled(name), name.utf8.count < 4_096 else { return name }
        var bytes = name.utf8CString
        let text: UnsafeMutablePointer<CChar>? = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe runtimeDemangle(buffer.baseAddress, buffer.count - 1, nil, nil, 0)
        }
        guard let text = unsafe text else { return name }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    static func isMangled(_ name: String) -> Bool {
        ["$s", "_$s", "$S", "_$S", "_T0", "$e", "_T"].contains { name.hasPrefix($0) }
    }
}
