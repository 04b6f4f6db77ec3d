internal import CCurl

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// libcurl, opened at run time: its table of functions, its version and what it was built with.
///
/// The unchecked conformance is sound because a value is immutable once made: the table is written before the initializer
/// returns and is never freed, and libcurl stays open for the life of the process.
struct CurlLibrary: @unchecked Sendable {
    /// The file names tried, in order: the versioned one of the run-time package, the development one, macOS's own and Homebrew's.
    static let names = [
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib",
        "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
    ]

    /// The library of this process, opened on first use. libcurl's global state is initialized once, here.
    static let shared = Result { () throws(CurlUnavailable) in try CurlLibrary(names: names) }

    let functions: UnsafePointer<ccurl_functions>
    let version: CurlVersion

    /// Opens the first library of `names` that is there.
    ///
    /// - Throws: `CurlUnavailable` where none is found, one lacks a function, or it refuses to start.
    init(names: [String]) throws(CurlUnavailable) {
        let handle = try Self.open(names)
        let table = UnsafeMutablePointer<ccurl_functions>.allocate(capacity: 1)
        table.initialize(to: ccurl_functions())
        if let missing = ccurl_load(table, handle) {
            throw CurlUnavailable(reason: "the installed libcurl lacks \(String(cString: missing)): it is older than 7.68")
        }
        guard table.pointee.global_init(CCURL_GLOBAL_DEFAULT) == CURLE_OK, let info = ccurl_version(table) else {
            throw CurlUnavailable(reason: "libcurl could not be initialized")
        }
        functions = UnsafePointer(table)
        version = CurlVersion(info.pointee)
    }

    /// A library that is there and cannot be opened, most of all because another one that it needs is missing, is told apart from none.
    private static func open(_ names: [String]) throws(CurlUnavailable) -> UnsafeMutableRawPointer {
        var broken: String?
        for name in names {
            if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return handle }
            let failure = dlerror().map { String(cString: $0) } ?? name
            if failure != "\(name): cannot open shared object file: No such file or directory" { broken = broken ?? failure }
        }
        throw CurlUnavailable(
            reason: broken.map { "libcurl cannot be opened (\($0))" }
                ?? "libcurl is not installed (looked for \(names.joined(separator: ", ")))")
    }
}
