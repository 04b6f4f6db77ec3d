#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the files are that are shipped with the program.
enum Installation {
    /// The folder that holds the shipped `collections`: `../share/apus` beside an installed program, the checkout around one that was just
    /// built, or what `APUS_SHARE` says; nil when there is none.
    static func sharedFolder(environment: [String: String]) -> String? {
        if let named = environment["APUS_SHARE"], !named.isEmpty { return named }
        guard let program = executablePath() else { return nil }
        var folder = parent(of: program)
        let installed = parent(of: folder) + "/share/apus"
        if isShared(installed) { return installed }
        while !folder.isEmpty {
            if isShared(folder) { return folder }
            folder = parent(of: folder)
        }
        return nil
    }

    private static func isShared(_ folder: String) -> Bool { access("\(folder)/collections/demo/collection.json", R_OK) == 0 }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The program's own file, without links.
    private static func executablePath() -> String? {
        #if os(Linux)
            let name = "/proc/self/exe"
        #else
            let name = CommandLine.arguments[0]
        #endif
        guard let resolved = realpath(name, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
