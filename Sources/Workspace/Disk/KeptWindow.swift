import JSON

/// What was typed in a window of tables and texts and is in no file yet, as it is kept over a crash.
public struct KeptWindow: Hashable, Sendable {
    /// A row as it was typed.
    public struct Row: Hashable, Sendable {
        /// The texts of its cells.
        public var cells: [String]
        /// Whether it counts.
        public var isEnabled: Bool

        /// Takes the texts, and whether they count.
        public init(_ cells: [String], isEnabled: Bool = true) {
            self.cells = cells
            self.isEnabled = isEnabled
        }
    }

    /// What stands behind a tab.
    public struct Content: Hashable, Sendable {
        /// Its rows.
        public var rows: [Row]
        /// Its text; nil for a table.
        public var text: String?

        /// Takes the rows, or the text.
        public init(rows: [Row] = [], text: String? = nil) {
            self.rows = rows
            self.text = text
        }
    }

    /// A tab behind which something was typed.
    public struct Page: Hashable, Sendable {
        /// Which of the window's tabs, from 0.
        public var index: Int
        /// What stood there.
        public var typed: Content
        /// What the file said there then; nil where that is not known.
        public var base: Content?

        /// Takes the tab, what was typed and what the file said.
        public init(_ index: Int, typed: Content, base: Content?) {
            self.index = index
            self.typed = typed
            self.base = base
        }

        /// What was typed and what others changed in the file since, put together row by row; nil where both changed the same.
        public func merged(over now: Content) -> Content? {
            guard let base else { return typed }
            return Self.merge(base, typed, now, firstCounts: false)
        }

        /// The same, where what was typed counts in rows that both changed, or else what the file says now.
        public func merged(over now: Content, preferringTyped: Bool) -> Content {
            guard let base else { return typed }
            let (first, second) = preferringTyped ? (typed, now) : (now, typed)
            return Self.merge(base, first, second, firstCounts: true) ?? first
        }

        /// What the file is to count as having said where `both` is what was typed put together with what the file says now: only what was
        /// typed differs from it, and not what was taken from the file. Nil where it is not known what the file said.
        public func base(under both: Content) -> Content? {
            // Taking what was typed back is a change like any other.
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
    /// What the window is called.
    public var title: String
    /// Those of its tabs behind which something was typed, in order.
    public var pages: [Page]

    /// Takes what is edited, the window's title and what was typed.
    public init(path: String, title: String, pages: [Page]) {
        self.path = path
        self.title = title
        self.pages = pages
    }

    /// What the journal holds of it.
    var json: JSONValue {
        .object(
            JSONObject([
                JSONMember("path", .string(path)), JSONMember("title", .string(title)), JSONMember("pages", .array(pages.map(\.json))),
            ]))
    }

    /// Reads what ``json`` wrote; nil for what cannot be read.
    init?(json: JSONValue) {
        guard let path = json["path"]?.string, let pages = json["pages"]?.array else { return nil }
        self.init(path: path, title: json["title"]?.string ?? path, pages: pages.enumerated().map { Page(json: $1, offset: $0) })
    }
}

extension KeptWindow.Page {
    fileprivate var json: JSONValue {
        let base = base.map { [JSONMember("base", .object(JSONObject($0.members)))] } ?? []
        return .object(JSONObject([JSONMember("tab", .number(JSONNumber(index)))] + typed.members + base))
    }

    fileprivate init(json: JSONValue, offset: Int) {
        self.init(
            json["tab"]?.integer ?? offset, typed: KeptWindow.Content(json: json), base: json["base"].map(KeptWindow.Content.init))
    }
}

extension KeptWindow.Content {
    fileprivate var members: [JSONMember] {
        let rows = rows.map { row -> JSONValue in
            let off = row.isEnabled ? [] : [JSONMember("enabled", .bool(false))]
            return .object(JSONObject([JSONMember("cells", .array(row.cells.map(JSONValue.string)))] + off))
        }
        return [JSONMember("rows", .array(rows))] + (text.map { [JSONMember("text", .string($0))] } ?? [])
    }

    fileprivate init(json: JSONValue) {
        let rows = (json["rows"]?.array ?? []).map { row in
            KeptWindow.Row((row["cells"]?.array ?? []).map { $0.string ?? "" }, isEnabled: row["enabled"]?.bool ?? true)
        }
        self.init(rows: rows, text: json["text"]?.string)
    }
}
