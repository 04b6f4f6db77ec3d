/// The absolute form of a path that a user has typed.
///
/// - Parameters:
///   - path: `~` or `~/…` for the home folder, `/…`, or relative.
///   - home: the home folder; nil leaves `~` as it is.
///   - folder: the folder that relative paths start from.
public func absolutePath(_ path: String, home: String?, relativeTo folder: String) -> String {
    if path == "~" || path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    return path.hasPrefix("/") ? path : "\(folder)/\(path)"
}

/// The folder that the process runs in.
public func currentFolder() -> String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
}

/// The absolute path with all links resolved; nil if there is no such file or folder.
public func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The folder that holds the entry of this path; `.` for a name alone.
public func parentFolder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// An unpredictable hidden name in a folder. Hidden files are no part of a workspace.
func temporaryPath(in folder: String) -> String {
    "\(folder)/.apus-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
}
