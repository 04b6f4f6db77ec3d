import Platform

/// The domains under which anyone can register a name, so that a cookie for them would reach strangers.
public struct PublicSuffixes: Sendable {
    /// True for `com`, `co.uk`, `github.io`; the argument is lower case ASCII.
    public let isPublicSuffix: @Sendable (String) -> Bool

    /// Creates a list from a function.
    public init(_ isPublicSuffix: @escaping @Sendable (String) -> Bool) { self.isPublicSuffix = isPublicSuffix }

    /// Treats every domain as a public suffix, so that cookies stay with the host that set them.
    public static let refusingAll = PublicSuffixes { _ in true }

    /// The list of libpsl; ``refusingAll`` if it is not installed.
    ///
    /// The library is opened on first use, because loading it would delay the start of a program.
    public static let system = PublicSuffixes { opened.isPublicSuffix($0) }

    private static let opened = libpsl() ?? refusingAll

    /// The domain registered by the owner of a host: one label below the longest public suffix. Nil for a suffix and for addresses.
    func registrableDomain(of host: String) -> String? {
        if host.hasPrefix("[") || IPv4Address.endsInNumber(host) { return nil }
        var domain = host[...]
        while let dot = domain.firstIndex(of: ".") {
            let parent = domain[domain.index(after: dot)...]
            if isPublicSuffix(String(parent)) { return isPublicSuffix(String(domain)) ? nil : String(domain) }
            domain = parent
        }
        return nil
    }

    private static func libpsl() -> PublicSuffixes? {
        typealias Builtin = @convention(c) () -> OpaquePointer?
        typealias IsPublicSuffix = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int32
        // The signatures are those of libpsl.h, unchanged since version 0.1.
        guard let library = DynamicLibrary(DynamicLibrary.Names.psl), let list = library.function("psl_builtin", as: Builtin.self)?(),
            let isPublicSuffix = library.function("psl_is_public_suffix", as: IsPublicSuffix.self)
        else { return nil }
        let address = Int(bitPattern: list)
        // The list is constant data of the library, which is never closed.
        return PublicSuffixes { domain in isPublicSuffix(OpaquePointer(bitPattern: address), domain) != 0 }
    }
}
