import CMicroHTTPD

/// libmicrohttpd, opened at run time.
///
/// The table holds addresses of functions in a library that stays loaded until the process ends, and libmicrohttpd may be
/// called from any thread, hence `@unchecked Sendable`.
struct MicroHTTPD: @unchecked Sendable {
    let functions: mhd_library

    /// The names under which the library is installed on Linux and, by Homebrew, on macOS.
    private static let paths = [
        "libmicrohttpd.so.12", "libmicrohttpd.so", "/opt/homebrew/lib/libmicrohttpd.dylib", "/usr/local/lib/libmicrohttpd.dylib",
    ]

    static func open() throws(DemoServerError) -> MicroHTTPD {
        var failures: [String] = []
        for path in paths {
            var functions = mhd_library()
            guard let failure = mhd_open(&functions, path) else { return MicroHTTPD(functions: functions) }
            failures.append(String(cString: failure))
        }
        throw DemoServerError(
            .libraryMissing,
            "The embedded server needs libmicrohttpd, which is not installed (\(failures[0])): install libmicrohttpd12 (libmicrohttpd on other systems)."
        )
    }
}
