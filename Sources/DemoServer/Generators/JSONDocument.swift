/// A valid JSON text of an exact size, generated while it is sent.
///
/// The space after the last whole record is filled by a string named `padding`.
struct JSONDocument: BodyStream {
    enum Style: String, CaseIterable, Sendable {
        /// Records on one line.
        case line
        /// Records indented by two spaces.
        case pretty
        /// As many nested objects as fit.
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
    /// The text around the records.
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
        /// The place of the padding in `closing`.
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

/// A JSON text of an exact size with as many levels as fit: about one for 22 bytes.
struct DeepJSONDocument: BodyStream {
    private static let pieceSize = 64 << 10

    private enum Phase: Sendable {
        case opening
        case padding(Int)
        case closing(Int)
    }

    private let byteCount: Int
    private var written = 0
    private var depth = 0
    private var phase = Phase.opening

    init(byteCount: Int) { self.byteCount = byteCount }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        switch phase {
        case .opening: open(&piece)
        case .padding(let count): pad(&piece, count: count)
        case .closing(let count):
            let now = min(count, Self.pieceSize)
            piece.append(contentsOf: repeatElement(UInt8(ascii: "}"), count: now))
            phase = .closing(count - now)
        }
        written += piece.count
        return written == byteCount ? .end : .more
    }

    /// Opens levels while there is room for the level, its end, the ends of those above and an empty string inside.
    private mutating func open(_ piece: inout [UInt8]) {
        while piece.count < Self.pieceSize {
            let mark = piece.count
            piece.append(contentsOf: #"{"level":"#.utf8)
            piece.append(decimal: depth + 1)
            piece.append(contentsOf: #","child":"#.utf8)
            guard written + piece.count + depth + 3 <= byteCount else {
                piece.removeLast(piece.count - mark)
                phase = .padding(byteCount - written - piece.count - depth)
                return
            }
            depth += 1
        }
    }

    private mutating func pad(_ piece: inout [UInt8], count: Int) {
        JSONPadding.append(count, to: &piece)
        phase = .closing(depth)
    }
}

/// A JSON text of a few bytes: a string, or a single digit.
struct JSONPadding: BodyStream {
    let byteCount: Int

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        Self.append(byteCount, to: &piece)
        return .end
    }

    static func append(_ byteCount: Int, to piece: inout [UInt8]) {
        guard byteCount >= 2 else { return piece.append(UInt8(ascii: "0")) }
        piece.append(UInt8(ascii: "\""))
        piece.append(contentsOf: repeatElement(UInt8(ascii: "."), count: byteCount - 2))
        piece.append(UInt8(ascii: "\""))
    }
}
