/// A valid JSON text of exactly so many bytes, made while it is sent.
///
/// What the last whole record leaves over is filled by a string named `padding`.
struct JSONDocument: BodyStream {
    enum Style: String, CaseIterable, Sendable {
        /// Records on one line.
        case line
        /// Records indented by two spaces.
        case pretty
        /// Objects within objects, as many as fit.
        case deep
    }

    private static let pieceSize = 64 << 10

    private let byteCount: Int
    private let layout: Layout
    private var records: CrewRecord
    private var written = 0

    /// - Parameter byteCount: at least 1.
    static func stream(byteCount: Int, style: Style, seed: UInt64) -> any BodyStream {
        guard style != .deep else { return DeepJSONDocument(byteCount: byteCount) }
        let layout: Layout = style == .pretty ? .pretty : .line
        guard byteCount >= layout.opening.count + layout.closing.count else { return JSONPadding(byteCount: byteCount) }
        return JSONDocument(byteCount: byteCount, layout: layout, records: CrewRecord(seed: seed))
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        if written == 0 { piece.append(contentsOf: layout.opening) }
        while piece.count < Self.pieceSize {
            let mark = piece.count
            if records.count > 0 { piece.append(contentsOf: layout.separator) }
            records.append(to: &piece, template: layout.template)
            guard written + piece.count + layout.closing.count <= byteCount else {
                piece.removeLast(piece.count - mark)
                appendClosing(to: &piece)
                return .end
            }
        }
        written += piece.count
        return .more
    }

    private func appendClosing(to piece: inout [UInt8]) {
        let padding = byteCount - written - piece.count - layout.closing.count
        piece.append(contentsOf: layout.closing.prefix(layout.paddingOffset))
        piece.append(contentsOf: repeatElement(UInt8(ascii: "."), count: padding))
        piece.append(contentsOf: layout.closing.dropFirst(layout.paddingOffset))
    }
}

extension JSONDocument {
    /// What stands around the records.
    private struct Layout: Sendable {
        static let line = Layout(
            opening: #"{"ship":"Apus","items":["#, template: .init(CrewRecord.compactText), separator: ",", end: #"],"padding":""#,
            close: #""}"#)
        static let pretty = Layout(
            opening: "{\n  \"ship\": \"Apus\",\n  \"items\": [\n", template: .init(CrewRecord.prettyText), separator: ",\n",
            end: "\n  ],\n  \"padding\": \"", close: "\"\n}\n")

        let opening: [UInt8]
        let template: RecordTemplate<CrewRecord.Slot>
        let separator: [UInt8]
        let closing: [UInt8]
        /// Where in `closing` the padding goes.
        let paddingOffset: Int

        private init(opening: String, template: RecordTemplate<CrewRecord.Slot>, separator: String, end: String, close: String) {
            self.opening = Array(opening.utf8)
            self.template = template
            self.separator = Array(separator.utf8)
            closing = Array((end + close).utf8)
            paddingOffset = end.utf8.count
        }
    }
}
