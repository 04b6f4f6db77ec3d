#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The user's copy of the shipped collections, so that trying things out changes nothing that was installed.
enum DemoWorkspace {
    /// Why the demo has nothing to show.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Makes the copy, or adds what is missing in it, and gives its folder.
    static func prepare(shared: String?, data: String) throws -> String {
        guard let shared else {
            throw Problem(
                description: "the shipped collections are not beside the program; reinstall it, or name their folder in APUS_SHARE")
        }
        let folder = "\(data)/demo"
        try copyMissing(from: "\(shared)/collections", to: "\(folder)/collections")
        return folder
    }

    private static func copyMissing(from source: String, to target: String) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: source) {
            let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
            var isFolder = false
            guard files.fileExists(atPath: from, isDirectory: &isFolder) else { continue }
            if isFolder {
                try copyMissing(from: from, to: to)
            } else if !files.fileExists(atPath: to) {
                try files.copyItem(atPath: from, toPath: to)
            }
        }
    }
}
