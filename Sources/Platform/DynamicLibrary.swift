/// A shared library that is opened on demand and stays open.
///
/// `@unchecked Sendable`: the handle is used by `dlsym` alone, which any thread may call.
public struct DynamicLibrary: @unchecked Sendable {
    /// The handle of `dlopen`, for functions that fill a table in C.
    public let handle: UnsafeMutableRawPointer

    /// Opens the first of these libraries that exists; nil if there is none.
    ///
    /// Functions are looked up when they are called first, so that a library that depends on many others opens quickly.
    /// - Parameter failed: called with the reason for each that exists and cannot be opened, usually since another library is missing.
    public init?(_ names: [String], failed: (String) -> Void = { _ in }) {
        for name in names {
            if let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) {
                self.handle = handle
                return
            }
            let reason = dlerror().map { String(cString: $0) } ?? name
            if reason != "\(name): cannot open shared object file: No such file or directory" { failed(reason) }
        }
        return nil
    }

    /// A function of the library; `Function` is its C type.
    public func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}

extension DynamicLibrary {
    /// The file names of a library in the order in which they are tried: those of Linux, its run-time package first, then those of macOS.
    package enum Names {
        package static let curl = [
            "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib",
            "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
        ]
        package static let zlib = ["libz.so.1", "libz.1.dylib", "/usr/lib/libz.1.dylib"]
        package static let brotliDecoder = ["libbrotlidec.so.1"] + homebrew("libbrotlidec.1.dylib")
        package static let brotliEncoder = ["libbrotlienc.so.1"] + homebrew("libbrotlienc.1.dylib")
        package static let zstd = ["libzstd.so.1"] + homebrew("libzstd.1.dylib")
        package static let sqlite = ["libsqlite3.so.0", "/usr/lib/libsqlite3.dylib"]
        package static let jq = ["libjq.so.1", "libjq.so"] + homebrew("libjq.1.dylib")
        package static let xml2 = ["libxml2.so.2", "libxml2.so.16", "libxml2.so", "/usr/lib/libxml2.2.dylib", "libxml2.2.dylib"]
        package static let pcre2 =
            [
                "libpcre2-8.so.0", "libpcre2-8.so", "/opt/homebrew/opt/pcre2/lib/libpcre2-8.dylib",
                "/usr/local/opt/pcre2/lib/libpcre2-8.dylib",
            ]
            + homebrew("libpcre2-8.0.dylib")
        package static let gd = ["libgd.so.3", "libgd.so"] + homebrew("libgd.3.dylib")
        package static let psl = ["libpsl.so.5"] + homebrew("libpsl.5.dylib")
        package static let microhttpd = ["libmicrohttpd.so.12", "libmicrohttpd.so"] + homebrew("libmicrohttpd.dylib")

        /// A library where macOS finds it by itself, and in the folders of Homebrew on both kinds of processors.
        private static func homebrew(_ name: String) -> [String] { [name, "/opt/homebrew/lib/\(name)", "/usr/local/lib/\(name)"] }
    }
}
