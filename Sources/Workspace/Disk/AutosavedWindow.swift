import JSON

/// The autosaved edits of a window with tables and texts.
public struct AutosavedWindow: Hashable, Sendable {
    /// A row as it was typed.
    public struct Row: Hashable, Sendable {
        /// The texts of its cells.
        public var cells: [String]
        /// True if the row is enabled.
        public var isEnabled: Bool

        /// A row.
        public init(_ cells: [String], isEnabled: Bool = true) {
            self.cells = cells
            self.isEnabled = isEnabled
        }
    }

    /// The content of a tab.
    public struct Content: Hashable, Sendable {
        /// The rows of a table.
        public var rows: [Row]
        /// The text; nil for a table.
        public var text: String?

        /// The content of a table or a text.
        public init(rows: [Row] = [], text: String? = nil) {
            self.rows = rows
            self.text = text
        }
    }

    /// An edited tab.
    public struct Page: Hashable, Sendable {
        /// The index of the tab, from 0.
        public var index: Int
        /// The edited content.
        public var typed: Content
        /// The content of the file when the edit began; nil if unknown.
        public var base: Content?

        /// An edited tab.
        public init(_ index: Int, typed: Content, base: Content?) {
            self.index = index
            self.typed = typed
            self.base = base
        }

        /// Merges the edits with the content that the file has now, row by row; nil if both changed the same row.
        public func merged(over now: Content) -> Content? {
            guard let base else { return typed }
            return Self.merge(base, typed, now, firstCounts: false)
        }

        /// Merges likewise; rows that both changed are taken from the edits, or from the file.
        public func merged(over now: Content, preferringTyped: Bool) -> Content {
            guard let base else { return typed }
            let (first, second) = preferringTyped ? (typed, now) : (now, typed)
            return Self.merge(base, first, second, firstCounts: true) ?? first
        }

        /// The base for the merged content `both`: it differs from `both` in the edits only, not in what was merged from the file. Nil if
        /// the base is unknown.
        public func base(under both: Content) -> Content? {
            // Undoing the edits is a change like any other.
            base.map { Self.merge(typed, $0, both, firstCounts: true) ?? $0 }
        }

        private static func merge(_ base: Content, _ one: Content, _ other: Content, firstCounts: Bool) -> Content? {
            let isTextClear = one.text == base.text || other.text == base.text || one.text == other.text
            guard isTextClear || firstCounts,
                let rows = RowMerge.merge(base.rows, one.rows, other.rows, firstCounts: firstCounts, name: { $0.cells.first ?? "" })
            else { return nil }
            return Content(rows: rows, text: one.text == base.text ? other.text : one.text)
        }
    }

    /// The environment's file, or the folder.
    public var path: String
    /// The window's title.
    public var title: String
    /// The edited tabs in order.
    public var pages: [Page]

    /// The edits of a window.
    public init(path: String, title: String, pages: [Page]) {
        self.path = path
        self.title = title
        self.pages = pages
    }

    /// The JSON in the journal.
    var json: JSONValue {
        .object(
            JSONObject([
                JSONMember("path", .string(path)), JSONMember("title", .string(title)), JSONMember("pages", .array(pages.map(\.json))),
            ]))
    }

    /// Reads ``json``; nil if it is invalid.
    init?(json: JSONValue) {
        guard let path = json["path"]?.string, let pages = json["pages"]?.array else { return nil }
        self.init(path: path, title: json["title"]?.string ?? path, pages: pages.enumerated().map { Page(json: $1, offset: $0) })
    }
}

extension AutosavedWindow.Page {
    fileprivate var json: JSONValue {
        let base = base.map { [JSONMember("base", .object(JSONObject($0.members)))] } ?? []
        return .object(JSONObject([JSONMember("tab", .number(JSONNumber(index)))] + typed.members + base))
    }

    fileprivate init(json: JSONValue, offset: Int) {
        self.init(
            json["tab"]?.integer ?? offset, typed: AutosavedWindow.Content(json: json), base: json["base"].map(AutosavedWindow.Content.init)
        )
    }
}

extension AutosavedWindow.Content {
    fileprivate var members: [JSONMember] {
        let rows = rows.map { row -> JSONValue in
            let off = row.isEnabled ? [] : [JSONMember("enabled", .bool(false))]
            return .object(JSONObject([JSONMember("cells", .array(row.cells.map(JSONValue.string)))] + off))
        }
        return [JSONMember("rows", .array(rows))] + (text.map { [JSONMember("text", .string($0))] } ?? [])
    }

    fileprivate init(json: JSONValue) {
        let rows = (json["rows"]?.array ?? []).map { row in
            AutosavedWindow.Row((row["cells"]?.array ?? []).map { $0.string ?? "" }, isEnabled: row["enabled"]?.bool ?? true)
        }
        self.init(rows: rows, text: json["text"]?.string)
    }
}
