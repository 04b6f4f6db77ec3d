import Foundation

/// The cases of external test suites, in the folder that `APUS_CORPORA` names.
enum Corpora {
    static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    static func cases(_ name: String) throws -> [[String: Any]] {
        try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    private static func path(_ name: String) -> String {
        "\(ProcessInfo.processInfo.environment["APUS_CORPORA"] ?? "")/cases/\(name).jsonl"
    }
}
