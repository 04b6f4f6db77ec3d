import Foundation
import TestFixtures
import Testing
import Workspace

/// A workspace in a temporary folder, removed with the value.
final class TemporaryWorkspace {
    private let folder = TemporaryFolder()
    let store: WorkspaceStore

    /// Writes the files, given by their paths, before the workspace is opened.
    init(_ files: [String: String] = [:]) throws {
        store = try WorkspaceStore(opening: folder.path)
        for (path, text) in files { try write(text, to: path) }
    }

    var url: URL { folder.url }

    func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

    /// The text of a file; nil where there is none.
    func text(_ path: String) -> String? {
        (try? Data(contentsOf: url.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The paths of all files, hidden ones included, sorted.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return all.filter { !url.appending(path: $0).hasDirectoryPath && !isFolder($0) }.sorted()
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.appending(path: path).path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
