#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the programs are that the package builds beside its tests.
public enum BuiltProgram {
    /// The path of the executable product `name`, in the folder of the running tests.
    public static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : CommandLine.arguments[0]
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/\(name)"
    }
}
