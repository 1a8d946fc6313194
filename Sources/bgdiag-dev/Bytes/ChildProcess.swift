#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs a command and waits for it, with nothing between: Foundation's `Process` adds tens of milliseconds of
/// run loop to what is to be measured.
enum ChildProcess {
    struct Cost {
        /// Seconds from the start to the end.
        var wall: Double
        /// Seconds of CPU, user and system.
        var cpu: Double
        var status: Int32
    }

    /// - Parameter watch: called again and again with the process's id while it runs.
    static func run(_ path: String, _ arguments: [String], watch: ((Int32) -> Void)? = nil) -> Cost? {
        var pid: pid_t = 0
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        let start = ContinuousClock.now
        var argv = unsafe words + [nil]
        guard unsafe posix_spawnp(&pid, path, &actions, nil, &argv, environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        if let watch {
            while unsafe wait4(pid, &status, WNOHANG, &usage) == 0 { watch(pid) }
        } else {
            while unsafe wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
        }
        let spent = ContinuousClock.now - start
        let cpu =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        let wall = Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
        return Cost(wall: wall, cpu: cpu, status: status >> 8 & 0xFF)
    }
}
