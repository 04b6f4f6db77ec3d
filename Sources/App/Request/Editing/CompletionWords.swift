import Engine
import Interchange
import Screen
import Widgets
import Workspace

/// The text that is being edited, with the position of the cursor.
struct CompletionPlace {
    enum Kind: Equatable {
        case url
        case headerName
        case headerValue(of: String)
        case contentType
        case captureSource
        case captureSecrecy
        case assertionSubject
        case assertionPredicate
        /// A file path that begins at this byte.
        case path(from: Int)
        /// A file path in a shell word that begins at this byte.
        case word(from: Int)
        case other

        /// True if only a few words are possible, so that all are offered before anything is typed.
        var isOfFewWords: Bool {
            switch self {
            case .captureSource, .captureSecrecy, .assertionSubject, .assertionPredicate: true
            default: false
            }
        }
    }

    /// True if only a few words are possible in the cell under a table's cursor.
    static func isOfFewWords(_ section: RequestSection, _ table: TableState) -> Bool {
        kind(section, table, TableRow([]), "").isOfFewWords
    }

    /// The line or the text of the cell.
    let text: String
    /// The cursor in UTF-8 bytes.
    let cursor: Int
    let kind: Kind

    /// Finds the edited text of the request; nil if nothing is being edited.
    init?(_ request: RequestState) {
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

    /// The range of the incomplete variable name after `{{`, in UTF-8 offsets; nil if there is none.
    var variable: Range<Int>? {
        // Limits the search, since a line may be long.
        let before = Array(text.utf8.prefix(cursor).suffix(80))
        let name = before.reversed().prefix { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "\"") }
        let start = before.count - name.count
        guard start >= 2, before[start - 1] == UInt8(ascii: "{"), before[start - 2] == UInt8(ascii: "{") else { return nil }
        return (cursor - name.count)..<cursor
    }

    /// The path that is being typed, its folder with the slash, and its range; nil if there is none.
    var path: (typed: String, folder: String, range: Range<Int>)? {
        guard let start = pathStart, cursor == text.utf8.count else { return nil }
        let written = String(text.utf8.dropFirst(start)) ?? ""
        guard !written.contains("{{") else { return nil }
        let typed = isWord ? ShellPath.read(written) : written
        let folder = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
        return (typed, String(folder), start..<text.utf8.count)
    }

    /// A path, escaped as this place needs it.
    func written(_ path: String) -> String { isWord ? ShellPath.write(path) : path }

    private var isWord: Bool { if case .word = kind { true } else { false } }

    private var pathStart: Int? {
        switch kind {
        case .path(let start), .word(let start): start
        default: nil
        }
    }

    /// The cell below which the completion list opens.
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

/// The words that completion offers.
enum CompletionWords {
    /// Every available variable, then secrets, then dynamic variables and the two prefixes that are resolved when sending.
    static func variables(_ state: RequestState, _ context: RequestContext) -> [CompletionItem] {
        let scope = context.variables
        let requestNames = state.variables.draft.filter { $0.isEnabled && !$0.name.isEmpty }.map(\.name)
        var names: Set<String> = []
        let known = (scope.captured.keys.sorted() + requestNames + scope.inherited.map(\.name)).filter { names.insert($0).inserted }
            .compactMap(scope.known)
        return known.map { variable($0.name, "\($0.shownValue)  \($0.origin)", group: $0.value == nil ? 1 : 0) }
            + DynamicValues.names.map { variable("$\($0)", "dynamic variable", group: 2) }
            + [
                CompletionItem("env:", detail: "process environment", group: 2),
                CompletionItem(VariableResolver.promptPrefix, detail: "asked for", group: 2),
            ]
    }

    /// A comparison, which is also found by the word of files and without its first word.
    private static func item(_ predicate: AssertionPredicate) -> CompletionItem {
        let words = predicate.words
        return CompletionItem(words, otherNames: [predicate.rawValue, words.split(separator: " ").dropFirst().joined(separator: " ")])
    }

    /// A variable, which is inserted with the braces after its name.
    private static func variable(_ name: String, _ detail: String, group: Int) -> CompletionItem {
        CompletionItem(name + "}}", shown: name, detail: detail, group: group)
    }

    static func words(for kind: CompletionPlace.Kind, _ state: RequestState, _ context: RequestContext) -> [CompletionItem] {
        switch kind {
        case .url: context.urls()
        case .headerName: HeaderWords.names.map { CompletionItem($0) }
        case .headerValue(let name): (HeaderWords.values[name.lowercased()] ?? []).map { CompletionItem($0) }
        case .contentType: (HeaderWords.values["content-type"] ?? []).map { CompletionItem($0) }
        case .captureSource: CaptureSource.allCases.map { CompletionItem($0.rawValue) }
        case .captureSecrecy: ["yes", "no"].map { CompletionItem($0) }
        case .assertionSubject: ["status", "header ", "cookie ", "body ", "time", "url", "version"].map { CompletionItem($0) }
        case .assertionPredicate: AssertionPredicate.allCases.map(Self.item)
        case .path, .word, .other: []
        }
    }
}

/// Common header fields with their registered names (iana.org/assignments/http-fields), and common values for them.
enum HeaderWords {
    static let names = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
        "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Type", "Cookie", "Date", "DNT", "Expect",
        "Forwarded", "From", "Host", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
        "If-Unmodified-Since", "Link", "Max-Forwards", "Origin", "Pragma", "Prefer", "Priority", "Proxy-Authorization", "Range", "Referer",
        "Sec-Fetch-Mode", "TE", "Traceparent", "Tracestate", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent", "Via",
        "X-Api-Key", "X-Correlation-ID", "X-CSRF-Token", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-HTTP-Method-Override", "X-Request-ID", "X-Requested-With",
    ]

    static let values: [String: [String]] = [
        "accept": types + ["*/*", "image/*", "application/problem+json", "text/event-stream"],
        "accept-charset": ["utf-8"],
        "accept-encoding": ["gzip", "br", "zstd", "deflate", "identity", "gzip, deflate, br"],
        "accept-language": ["en", "en-US,en;q=0.9", "de", "fr", "*"],
        "authorization": ["Bearer {{token}}", "Basic "],
        "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached", "no-transform"],
        "connection": ["keep-alive", "close"],
        "content-encoding": ["gzip", "br", "deflate", "zstd"],
        "content-type": types,
        "expect": ["100-continue"],
        "prefer": ["return=minimal", "return=representation", "respond-async"],
        "te": ["trailers"],
        "x-requested-with": ["XMLHttpRequest"],
    ]

    private static let types = [
        "application/json", "application/xml", "application/x-www-form-urlencoded", "application/octet-stream", "application/graphql",
        "application/ld+json", "application/merge-patch+json", "application/json-patch+json", "application/x-ndjson", "application/yaml",
        "application/pdf", "multipart/form-data", "text/plain", "text/plain; charset=utf-8", "text/html", "text/xml", "text/csv",
        "image/png", "image/jpeg",
    ]
}

/// Converts paths to unquoted shell words and back.
enum ShellPath {
    /// The path in a shell word.
    static func read(_ word: String) -> String {
        var path = ""
        var isQuoted = false
        for character in word {
            if character == "\\", !isQuoted {
                isQuoted = true
            } else {
                path.append(character)
                isQuoted = false
            }
        }
        return path
    }

    /// The shell word for a path.
    static func write(_ path: String) -> String {
        path.map { " \\'\"$&;|<>()*?[]#`!{}".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
