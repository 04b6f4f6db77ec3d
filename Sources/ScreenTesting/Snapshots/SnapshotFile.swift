#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Testing

/// A text that a test expects, kept in a file among the tests.
public struct SnapshotFile {
    /// Where the text is kept.
    public let path: String

    /// The file `Tests/__Snapshots__/<test target>/<test file>/<name>.txt`, for a test file somewhere below `Tests/<test target>`.
    ///
    /// It lies outside the target's folder, so the package need not declare it.
    public init(_ name: String, testFile: String = #filePath) {
        let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
        let tests = parts.lastIndex(of: "Tests") ?? max(0, parts.count - 2)
        let target = parts[tests...].dropFirst().first ?? ""
        let suite = (parts.last ?? "").split(separator: ".").first ?? ""
        path = parts[...tests].joined(separator: "/") + "/__Snapshots__/\(target)/\(suite)/\(name).txt"
    }

    /// Whether files are written instead of compared: `UPDATE_SNAPSHOTS=1` in the environment.
    public static var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" }

    /// Records an issue with a readable difference when `text` is not what the file holds.
    ///
    /// When ``isUpdating``, the file is written instead.
    public func verify(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let expected = try? String(contentsOfFile: path, encoding: .utf8)
        guard expected != text else { return }
        if Self.isUpdating { return try write(text) }
        let problem = expected.map { LineDifference(from: $0, to: text).description } ?? "There is no such file yet.\n\n\(text)"
        let advice = "Run the test with UPDATE_SNAPSHOTS=1 to keep what is new."
        Issue.record("\(path)\n\(problem)\n\(advice)", sourceLocation: sourceLocation)
    }

    private func write(_ text: String) throws {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
