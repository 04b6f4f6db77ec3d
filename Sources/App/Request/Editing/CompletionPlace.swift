import Interchange
import Screen
import Widgets

/// The text that is being typed in, with the cursor in it.
struct CompletionPlace {
    /// The kind of word at a place.
    enum Kind: Equatable {
        case url
        case headerName
        case headerValue(of: String)
        case contentType
        case captureSource
        case captureSecrecy
        case assertionSubject
        case assertionPredicate
        /// A file's path, from that byte on.
        case path(from: Int)
        /// A file's path in a word as a shell reads it, from that byte on.
        case word(from: Int)
        case other

        /// True if only a few words fit, so that all are offered before anything is typed.
        var isOfFewWords: Bool {
            switch self {
            case .captureSource, .captureSecrecy, .assertionSubject, .assertionPredicate: true
            default: false
            }
        }
    }

    /// True if only a few words fit into the cell under a table's cursor.
    static func isOfFewWords(_ section: RequestSection, _ table: TableState) -> Bool {
        kind(section, table, TableRow([]), "").isOfFewWords
    }

    /// The line or the cell.
    let text: String
    /// In UTF-8 bytes.
    let cursor: Int
    let kind: Kind

    /// Nil where nothing is typed.
    init?(_ state: RequestState) {
        let request = state
        if request.part == .url {
            (text, cursor) = (request.url.text, request.url.cursor)
            kind = HTTPieLine.pathStart(in: text).map { .word(from: $0) } ?? .url
        } else if let path = request.currentArea, !request[keyPath: path].isFinding, request[keyPath: path].takesText {
            let area = request[keyPath: path]
            (text, cursor, kind) = (area.line(area.cursor.line), area.cursor.offset, .other)
        } else if let section = request.section, let path = section.rows, let editor = request[keyPath: path].table.editor {
            let rows = request[keyPath: path]
            let row = rows.rows.indices.contains(rows.table.selected) ? rows.rows[rows.table.selected] : TableRow([])
            (text, cursor, kind) = (editor.text, editor.cursor, Self.kind(section, rows.table, row, editor.text))
        } else {
            return nil
        }
    }

    /// The name that is begun behind `{{`, in UTF-8 offsets; nil where none is.
    var variable: Range<Int>? {
        // A line may be long, and a name is not.
        let before = Array(text.utf8.prefix(cursor).suffix(80))
        let name = before.reversed().prefix { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "\"") }
        let start = before.count - name.count
        guard start >= 2, before[start - 1] == UInt8(ascii: "{"), before[start - 2] == UInt8(ascii: "{") else { return nil }
        return (cursor - name.count)..<cursor
    }

    /// The path that is typed, its folder with the slash, and where it stands; nil where none is.
    var path: (typed: String, folder: String, range: Range<Int>)? {
        guard let start = pathStart, cursor == text.utf8.count else { return nil }
        let written = String(text.utf8.dropFirst(start)) ?? ""
        guard !written.contains("{{") else { return nil }
        let typed = isWord ? ShellPath.read(written) : written
        let folder = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
        return (typed, String(folder), start..<text.utf8.count)
    }

    /// A path as it is to stand there.
    func written(_ path: String) -> String { isWord ? ShellPath.write(path) : path }

    private var isWord: Bool { if case .word = kind { true } else { false } }

    private var pathStart: Int? {
        switch kind {
        case .path(let start), .word(let start): start
        default: nil
        }
    }

    /// The cell below which completions are shown.
    static func anchor(_ state: RequestState, _ context: RequestContext) -> Point? {
        let layout = context.layout(of: state)
        if state.part == .url { return layout.urlText.origin }
        guard let section = state.section else { return nil }
        let rect = layout.rect(of: section)
        if let path = section.area { return state[keyPath: path].cursorPoint(in: rect) }
        return section.rows.flatMap { path in
            let rows = state[keyPath: path]
            return rows.table.cursorCell(in: rect, rows: rows.rows, shape: context.shape(of: section, state))?.origin
        }
    }

    private static func kind(_ section: RequestSection, _ table: TableState, _ row: TableRow, _ editor: String) -> Kind {
        switch (section, table.column) {
        case (.headers, 0): .headerName
        case (.headers, 1): .headerValue(of: row[0])
        case (.parts, 2), (.textType, 1): .contentType
        case (.file, 1): table.selected == 1 ? .contentType : .path(from: 0)
        case (.parts, 1) where editor.hasPrefix("@"): .path(from: 1)
        case (.options, 1) where OptionFields.holdsPath(table.selected): .path(from: 0)
        case (.captures, 1): .captureSource
        case (.captures, 3): .captureSecrecy
        case (.assertions, 0): .assertionSubject
        case (.assertions, 1): .assertionPredicate
        default: .other
        }
    }
}
