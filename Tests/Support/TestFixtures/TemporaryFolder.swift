public import Foundation
import Platform

/// A folder for one test, with files; removed with the value.
public final class TemporaryFolder: Sendable {
    /// The path, without symbolic links.
    public let path: String

    /// Creates a folder that only its owner can read.
    /// - Parameter files: the texts of files to write, by their paths in the folder.
    public init(_ files: [String: String] = [:]) {
        // No test can run without a usable temporary folder.
        path = try! makeTemporaryFolder(in: URL.temporaryDirectory.resolvingSymlinksInPath().path)
        for (name, text) in files { try! write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The URL of the path.
    public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The path of a file in the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and the folders on the way to it.
    public func write(_ text: String, to name: String) throws {
        let file = path(name)
        try FileManager.default.createDirectory(atPath: parentFolder(of: file), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
    }

    /// Creates a folder in the folder, with its parent folders.
    public func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// The text of a file.
    public func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// Removes a file or a folder.
    public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    /// The names in the folder, sorted, hidden ones too.
    public var names: [String] { names(in: "") }

    /// The names in a folder of the folder, sorted, hidden ones too; none if it does not exist.
    public func names(in name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []).sorted()
    }

    /// The permissions of a file, such as 0o600; nil if it does not exist.
    public func mode(of name: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path(name)))?[.posixPermissions] as? Int
    }
}
