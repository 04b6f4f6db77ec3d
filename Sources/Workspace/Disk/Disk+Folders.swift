#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Disk {
    /// Something in a folder.
    struct Entry: Hashable {
        let name: String
        /// False for a symbolic link, whatever it leads to: links to folders are not followed, so that there are no circles.
        let isFolder: Bool
    }

    /// What is in the folder, in no order.
    static func entries(of path: String, includingHidden: Bool = false) throws(DiskError) -> [Entry] {
        guard let folder = opendir(path) else { throw .last("read", path) }
        defer { closedir(folder) }
        var entries: [Entry] = []
        while let entry = readdir(folder) {
            let name = name(of: entry)
            guard name != ".", name != "..", includingHidden || !name.hasPrefix(".") else { continue }
            entries.append(Entry(name: name, isFolder: isFolder(entry, named: name, in: path)))
        }
        return entries
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            // readdir(3) ends the name with NUL within the array.
            name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) { String(cString: $0) }
        }
    }

    private static func isFolder(_ entry: UnsafeMutablePointer<dirent>, named name: String, in path: String) -> Bool {
        if Int(entry.pointee.d_type) != Int(DT_UNKNOWN) { return Int(entry.pointee.d_type) == Int(DT_DIR) }
        var status = stat()  // Some file systems do not say in the folder itself.
        return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder and every folder in it that is not hidden; none where there is no folder.
    static func folders(within path: String) -> [String] {
        guard let entries = try? entries(of: path) else { return [] }
        return [path] + entries.filter(\.isFolder).flatMap { folders(within: "\(path)/\($0.name)") }
    }

    /// Makes the folder; its parent must be there.
    static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(DiskError) {
        guard mkdir(path, mode) == 0 else { throw .last("made", path) }
    }

    /// Makes the folder and those around it that are not there.
    static func makeFolders(_ path: String, mode: mode_t) throws(DiskError) {
        guard !isFolder(path) else { return }
        if let end = path.lastIndex(of: "/"), end > path.startIndex { try makeFolders(String(path[..<end]), mode: mode) }
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("made", path) }
    }

    /// Waits until no other process has its turn in the folder, and takes it: until the descriptor is closed. Nil where the file system knows no
    /// locks.
    static func takeTurn(in folder: String) -> Int32? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
        return descriptor
    }

    /// Gives a file or folder another name. Nothing may be there under that name yet.
    static func move(_ path: String, to other: String) throws(DiskError) {
        guard !exists(other) else { throw DiskError(number: EEXIST, operation: "moved", path: other) }
        guard rename(path, other) == 0 else { throw .last("moved", path) }
    }

    /// Removes the file, or the folder, which must be empty.
    static func remove(_ path: String) throws(DiskError) {
        guard systemRemove(path) == 0 else { throw .last("removed", path) }
    }
}

/// The system's call, which a method of the same name hides.
private func systemRemove(_ path: String) -> Int32 { remove(path) }
