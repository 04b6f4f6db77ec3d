import Document
import Platform

/// A body as a file: at a path of the user's, or a private copy for another program.
enum BodyFile {
    /// A file that was not written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// True if a file of that name exists, which must not be replaced without a question.
        var exists = false
    }

    /// Writes all bytes to a new file that then takes the name, so that there is never half a file.
    ///
    /// - Returns: the absolute path, for a message: people should not have to know the program's folder.
    static func write(_ piece: BodyPiece, to path: String, overwrites: Bool) throws(Failure) -> String {
        let home = getenv("HOME").map { String(cString: $0) }
        let path = absolutePath(path, home: home, relativeTo: currentFolder() ?? ".")
        if FileStatus.isFolder(path) { throw Failure(description: "\(path) is a folder: name a file in it") }
        do throws(SystemError) {
            let file = try AtomicFile(replacing: path, permissions: .masked(0o666))
            try piece.withUnsafeBytes { bytes throws(SystemError) in try file.write(bytes) }
            try file.commit(overwrites: overwrites)
        } catch {
            guard error.number != EEXIST else { throw Failure(description: "\(path) exists already", exists: true) }
            throw Failure(description: "\(path) cannot be written: \(error.reason)")
        }
        return path
    }

    /// A copy that only this user can read, in a folder of its own; see ``TemporaryCopy``.
    static func copy(_ bytes: ByteSnapshot, suffix: String) throws(Failure) -> String {
        do throws(SystemError) {
            return try TemporaryCopy.make(suffix: suffix) { file throws(SystemError) in
                try bytes.withUnsafeBytes { bytes throws(SystemError) in try file.write(bytes) }
            }
        } catch {
            throw Failure(description: "\(error.path ?? "The copy") cannot be written: \(error.reason)")
        }
    }
}
