import Document
import Engine
import JSON
import Widgets

/// Copies what stands under the cursor in the body.
enum BodyCopying {
    /// The most bytes that are made text on the main actor; longer pieces would be seen as a pause.
    private static let limit = 1 << 20

    /// The value that begins under the cursor, or else the line.
    static func node(_ viewer: BodyViewerState) -> ResponseOutcome {
        guard let (view, row) = viewer.underCursor else { return [] }
        if let range = view.valueRange(atRow: row) { return copy(range, of: viewer, name: "the value") { bare($0) } }
        guard let line = view.rows(row..<row + 1).first else { return [] }
        guard line.isFolded else { return [.copy(line.text, name: "the line")] }
        guard let lines = FoldedText.lines(ofRow: row, in: view) else { return .say(.error, FoldedText.tooLong) }
        return [.copy(lines.joined(separator: "\n"), name: "what is folded")]
    }

    /// The value that begins under the cursor as the body has it, with the quotes of a string; nil where none begins.
    static func json(_ viewer: BodyViewerState) -> ResponseOutcome? {
        guard let (view, row) = viewer.underCursor, let range = view.valueRange(atRow: row) else { return nil }
        return copy(range, of: viewer, name: "the value as JSON")
    }

    /// The text of a JSON string; other values as they are.
    private static func bare(_ value: String) -> String {
        guard value.hasPrefix("\""), let string = (try? JSONValue(parsing: value))?.string else { return value }
        return string
    }

    /// The key under the cursor, without its quotes.
    static func key(_ viewer: BodyViewerState) -> ResponseOutcome? {
        guard let (view, row) = viewer.underCursor, let range = view.keyRange(atRow: row), range.count >= 2 else { return nil }
        return copy(range.lowerBound + 1..<range.upperBound - 1, of: viewer, name: "the key")
    }

    /// The way to what is under the cursor, as jq writes it.
    static func path(_ viewer: BodyViewerState) -> ResponseOutcome? {
        path(under: viewer).map { [.copy($0.jq, name: "the path")] }
    }

    /// The same as JSONPath writes it.
    static func jsonPath(_ viewer: BodyViewerState) -> ResponseOutcome? {
        path(under: viewer).map { [.copy($0.jsonPath, name: "the path")] }
    }

    private static func path(under viewer: BodyViewerState) -> DocumentPath? {
        viewer.underCursor.flatMap { $0.view.path(atRow: $0.row) }
    }

    private static func copy(
        _ range: Range<Int>, of viewer: BodyViewerState, name: String, as shown: (String) -> String = { $0 }
    ) -> ResponseOutcome {
        guard let bytes = viewer.body?.document.text else { return [] }
        guard range.count <= limit else {
            return .say(.error, "\(name) is too long for a clipboard (\(ByteText.count(Int64(range.count))))")
        }
        return [.copy(shown(String(decoding: bytes.bytes(in: range), as: UTF8.self)), name: name)]
    }
}
