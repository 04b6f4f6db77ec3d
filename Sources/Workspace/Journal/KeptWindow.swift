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

    /// What stood behind a tab.
    public struct Page: Hashable, Sendable {
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

    /// The environment's file, or the folder.
    public var path: String
    /// What the window is called.
    public var title: String
    /// The pages in order.
    public var pages: [Page]

    /// Takes what is edited, the window's title and its pages.
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
        self.init(path: path, title: json["title"]?.string ?? path, pages: pages.map(Page.init))
    }
}

extension KeptWindow.Page {
    fileprivate var json: JSONValue {
        let rows = rows.map { row -> JSONValue in
            let off = row.isEnabled ? [] : [JSONMember("enabled", .bool(false))]
            return .object(JSONObject([JSONMember("cells", .array(row.cells.map(JSONValue.string)))] + off))
        }
        return .object(JSONObject([JSONMember("rows", .array(rows))] + (text.map { [JSONMember("text", .string($0))] } ?? [])))
    }

    fileprivate init(json: JSONValue) {
        let rows = (json["rows"]?.array ?? []).map { row in
            KeptWindow.Row((row["cells"]?.array ?? []).map { $0.string ?? "" }, isEnabled: row["enabled"]?.bool ?? true)
        }
        self.init(rows: rows, text: json["text"]?.string)
    }
}
