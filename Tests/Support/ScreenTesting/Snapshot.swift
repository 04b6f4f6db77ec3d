import Platform
public import Screen
public import Testing

/// A text that a test expects, kept in a file among the tests.
public struct SnapshotFile {
    /// The path of the file.
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

    /// True if files are written instead of compared: `UPDATE_SNAPSHOTS=1` in the environment.
    public static var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" }

    /// Records an issue with a readable difference if `text` differs from the file.
    ///
    /// Writes the file instead if ``isUpdating``.
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

/// Expects that `canvas` equals the snapshot `name`.
///
/// The snapshot contains the text and the role of every cell. `UPDATE_SNAPSHOTS=1` in the environment updates it.
public func expectSnapshot(
    _ canvas: Canvas, named name: String, testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try SnapshotFile(name, testFile: testFile).verify(CanvasSnapshot(canvas).text, sourceLocation: sourceLocation)
}

/// The difference between two texts, line by line.
struct LineDifference: CustomStringConvertible {
    /// The lines that differ with two around them: `-` only in the first text, `+` only in the second, a space in both.
    let description: String

    /// Compares two texts.
    init(from old: String, to new: String) {
        let lines = Self.merged(Self.lines(old), Self.lines(new))
        let changed = lines.indices.filter { lines[$0].first != " " }
        var parts: [String] = []
        var last = -1
        for index in Set(changed.flatMap { max(0, $0 - 2)...min(lines.count - 1, $0 + 2) }).sorted() {
            if index != last + 1 { parts.append("…") }
            parts.append(lines[index])
            last = index
        }
        description = parts.joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func merged(_ old: [Substring], _ new: [Substring]) -> [String] {
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.offset))
        let inserted = Set(difference.insertions.map(\.offset))
        var result: [String] = []
        var (first, second) = (0, 0)
        while first < old.count || second < new.count {
            if first < old.count, removed.contains(first) {
                result.append("-\(old[first])")
                first += 1
            } else if second < new.count, inserted.contains(second) {
                result.append("+\(new[second])")
                second += 1
            } else {
                result.append(" \(old[first])")
                first += 1
                second += 1
            }
        }
        return result
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
