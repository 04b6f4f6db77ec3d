import Foundation

/// Cases of others, which are not part of the project: `APUS_CORPORA` says where they are, else they are looked for beside it.
enum Corpora {
    static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    static func cases(_ name: String) throws -> [[String: Any]] {
        try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    private static func path(_ name: String) -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/corpora")
        let folder = ProcessInfo.processInfo.environment["APUS_CORPORA"] ?? root.standardizedFileURL.path
        return "\(folder)/cases/\(name).jsonl"
    }
}
