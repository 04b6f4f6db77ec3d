import Platform
import Workspace

/// Files and folders that only their owner can read.
enum PrivateFile {
    /// What the system said of a path.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let number: Int32

        /// The last error of the system, unless another is given.
        init(path: String, number: Int32 = errno) {
            self.path = path
            self.number = number
        }

        /// The system's words for it.
        var reason: String { number == ELOOP ? "it is a link, which is not followed" : String(cString: strerror(number)).lowercased() }

        var description: String { "\(path): \(reason)" }
    }

    /// Makes the folder with mode 0700, and those above it where they are missing.
    static func makeFolder(_ path: String) throws(HistoryError) {
        do throws(Failure) {
            try make(folder: path)
        } catch {
            throw HistoryError.unavailable(folder: path, error)
        }
    }

    private static func make(folder path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 || isFolder(path) { return }
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard errno == ENOENT, !parent.isEmpty else { throw Failure(path: path) }
        try make(folder: parent)
        guard mkdir(path, 0o700) == 0 || isFolder(path) else { throw Failure(path: path) }
    }

    /// Makes an empty file of mode 0600 where there is none; takes the rights of others from one that is there. A link is not followed: what it
    /// leads to belongs to somebody else (`ELOOP`).
    ///
    /// Never closes a descriptor of the file itself: that would drop the locks that SQLite holds on it elsewhere in this process
    /// (<https://sqlite.org/howtocorrupt.html>, section 2.2).
    static func make(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) != 0 else {
            guard status.st_mode & S_IFMT != S_IFLNK else { throw Failure(path: path, number: ELOOP) }
            chmod(path, 0o600)
            return
        }
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(path: path) }
        close(descriptor)
        defer { unlink(template) }
        guard link(template, path) == 0 || errno == EEXIST else { throw Failure(path: path) }
    }

    /// What tells the file from any other on its disk; 0 where there is none.
    static func number(of path: String) -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    private static func isFolder(_ path: String) -> Bool {
        let number = errno
        defer { errno = number }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A lock among programs, which ends with the process at the latest.
    struct Lock {
        private let descriptor: Int32

        /// Waits until nobody else has it.
        init(path: String) throws(HistoryError) {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw HistoryError.unavailable(folder: path, Failure(path: path)) }
            while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        }

        func release() { close(descriptor) }
    }
}
