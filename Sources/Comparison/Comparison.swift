public import JSON
import Hashing

/// The difference between two documents: by structure if both are JSON or both are XML, by lines for other text, by hash for anything else.
///
/// Besides the mapped bytes, it needs memory for the members of the largest object and the children of containers that differ, or for the
/// lines; the rows are limited. Runs synchronously, so do not call it on the main actor.
public struct Comparison: Sendable {
    /// The method of comparison.
    public enum Kind: Hashable, Sendable {
        case json, xml, text, binary
    }

    /// The number of differences of each kind.
    public struct Counts: Hashable, Sendable {
        /// Values or lines that only the new document has.
        public var added = 0
        /// Values or lines that only the old document has.
        public var removed = 0
        /// Values or lines that differ.
        public var changed = 0
        /// Elements at another position, and members with another name.
        public var moved = 0

        /// The total.
        public var total: Int { added + removed + changed + moved }
    }

    private enum Content: Sendable {
        case json(JSONDifference?)
        case lines(LineComparison)
        case binary
    }

    /// The method of comparison.
    public let kind: Kind
    /// The rows of the differences and of equal values around them; empty if the documents are equal.
    public let rows: [ComparisonRow]
    /// The number of differences that the rows show.
    public let counts: Counts
    /// True if there are more differences than rows.
    public let isCut: Bool
    private let old: ComparedBytes
    private let new: ComparedBytes
    private let content: Content

    /// Compares two documents.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    public init(_ old: ComparedBytes, _ new: ComparedBytes, rules: IgnoreRules = IgnoreRules()) throws(CancellationError) {
        self.old = old
        self.new = new
        if let (difference, rows) = try Self.compareJSON(old, new, rules) {
            (kind, content) = (.json, .json(difference))
            (self.rows, counts, isCut) = (rows.rows, rows.counts, rows.isCut)
            return
        }
        if old.isText, new.isText {
            let layouts = (old.withUnsafeBytes { XMLLines.lines(of: $0) }, new.withUnsafeBytes { XMLLines.lines(of: $0) })
            let lines: LineComparison
            if let left = layouts.0, let right = layouts.1 {
                (kind, lines) = (.xml, LineComparison(ComparedBytes(left), ComparedBytes(right)))
            } else {
                (kind, lines) = (.text, LineComparison(old, new))
            }
            content = .lines(lines)
            let all = lines.gaps.isEmpty ? ([], Counts()) : lines.rows(limit: JSONRows.maxRowCount)
            (rows, counts) = all
            isCut = rows.count >= JSONRows.maxRowCount
        } else {
            (kind, content, isCut) = (.binary, .binary, false)
            rows = Self.binaryRows(old, new)
            counts = Counts(changed: rows.isEmpty ? 0 : 1)
        }
        if Task.isCancelled { throw CancellationError() }
    }

    /// True if there is no difference, apart from ignored ones.
    public var isEqual: Bool { rows.isEmpty }

    private static func compareJSON(
        _ old: ComparedBytes, _ new: ComparedBytes, _ rules: IgnoreRules
    ) throws(CancellationError) -> (JSONDifference?, JSONRows)? {
        guard old.beginsLikeJSON, new.beginsLikeJSON else { return nil }
        return try old.withUnsafeBytes { old throws(CancellationError) in
            try new.withUnsafeBytes { new throws(CancellationError) in
                var comparer = JSONComparer(old, new, rules: rules)
                let difference: JSONDifference?
                do throws(JSONScanError) { difference = try comparer.difference() } catch {
                    guard error == .cancelled else { return nil }
                    throw CancellationError()
                }
                var rows = JSONRows(old: comparer.old, new: comparer.new)
                if let difference { rows.add(difference) }
                return (difference, rows)
            }
        }
    }

    private static func binaryRows(_ old: ComparedBytes, _ new: ComparedBytes) -> [ComparisonRow] {
        func text(_ bytes: ComparedBytes) -> String { "\(bytes.count) bytes, SHA-256 " + bytes.digest }
        let texts = (text(old), text(new))
        guard texts.0 != texts.1 else { return [] }
        let first = old.withUnsafeBytes { left in
            new.withUnsafeBytes { right in left.indices.first { $0 == right.count || left[$0] != right[$0] } ?? left.count }
        }
        let place = "The first difference is at byte \(first)."
        return [.changed(texts.0, texts.1), ComparisonRow(.same, left: .init(place), right: .init(place))]
    }

    /// The first rows of a fold, followed by a fold of the rest.
    public func rows(of fold: ComparisonFold) -> [ComparisonRow] {
        switch (fold.content, content) {
        case (.lines(let old, let new), .lines(let lines)): return lines.unfolded(old: old, new: new, count: fold.count)
        case (.children(let olds, let news, let depth), _):
            return withScanners { old, new in
                var rows = JSONRows(old: old, new: new)
                rows.unfold(olds, news, depth: depth)
                return rows.rows
            }
        case (.lines, _): return []
        }
    }

    /// The old and the new value of a row that moved.
    ///
    /// - Throws: a `JSONError` if a value is nested too deeply.
    public func values(of move: ComparisonRow.Move) throws(JSONError) -> (old: JSONValue, new: JSONValue) {
        try withScanners { old, new throws(JSONError) in (try old.value(move.old), try new.value(move.new)) }
    }

    /// The patch from the old document to the new one; nil unless both are JSON.
    ///
    /// - Throws: a `JSONError` if a value is nested too deeply to be written.
    public func patch() throws(JSONError) -> JSONPatch? {
        guard case .json(let difference) = content else { return nil }
        guard let difference else { return JSONPatch() }
        return try withScanners { old, new throws(JSONError) in
            var writer = JSONPatchWriter(old: old, new: new)
            try writer.write(difference, at: "")
            return JSONPatch(operations: writer.operations)
        }
    }

    /// The unified diff of the texts, formatted with a line for each value if they are JSON or XML; nil for binary documents.
    public func unifiedDiff(_ oldName: String, _ newName: String) -> [UInt8]? {
        switch content {
        case .binary: nil
        case .lines(let lines): lines.unifiedDiff(oldName, newName)
        case .json: LineComparison(old.laidOut, new.laidOut).unifiedDiff(oldName, newName)
        }
    }

    private func withScanners<Result, Failure>(
        _ body: (JSONScanner, JSONScanner) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try old.withUnsafeBytes { left throws(Failure) in
            try new.withUnsafeBytes { right throws(Failure) in
                let hash = ContentHash()
                return try body(
                    JSONScanner(left, rules: IgnoreRules(), hash: hash), JSONScanner(right, rules: IgnoreRules(), hash: hash))
            }
        }
    }
}

extension ComparedBytes {
    /// False if the text cannot be JSON, judging by its first byte.
    fileprivate var beginsLikeJSON: Bool {
        withUnsafeBytes { bytes in
            let first = bytes.prefix(1024).first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
            return first.map { "{[\"-0123456789tfn".utf8.contains($0) } ?? false
        }
    }

    /// True if the first bytes are text.
    fileprivate var isText: Bool { withUnsafeBytes { !$0.prefix(8192).contains(0) } }

    fileprivate var digest: String {
        withUnsafeBytes { bytes in
            var digest = MessageDigest(.sha256)
            for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
                digest.update(Array(bytes[start..<min(start + 1 << 20, bytes.count)]))
            }
            return digest.finish().hexadecimal
        }
    }

    /// A JSON text formatted with a line for each value.
    fileprivate var laidOut: ComparedBytes {
        withUnsafeBytes { bytes in
            var layout = JSONLayoutWriter()
            layout.write(bytes.assumingMemoryBound(to: UInt8.self)[...])
            return ComparedBytes(layout.bytes + [UInt8(ascii: "\n")])
        }
    }
}
