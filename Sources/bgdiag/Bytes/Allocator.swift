#if canImport(Glibc)
    /// `mallopt(3)`; `malloc.h` is not in the Glibc module.
    @_silgen_name("mallopt")
    private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32

    /// `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of glibc's `malloc.h`.
    private let trimThreshold: Int32 = -1
    private let mapThreshold: Int32 = -3
#endif

/// glibc gives every buffer above 128 KiB back to the kernel at once, so that reading one report after another
/// spends a quarter of its time on page faults. Reports are of that size: keep the memory for the next one.
enum Allocator {
    static func keepBuffers() {
        #if canImport(Glibc)
            _ = mallopt(mapThreshold, 64 << 20)
            _ = mallopt(trimThreshold, 64 << 20)
        #endif
    }
}
