import Platform
import Workspace

/// The documentation of a collection as headings, tables and code, the common model for Markdown and HTML.
struct CollectionPage {
    /// A piece of the page, in order.
    enum Block: Hashable, Sendable {
        /// A title with its level, from 1, and an anchor for links.
        case heading(String, level: Int, anchor: String)
        /// Text in Markdown.
        case text(String)
        /// A method and a URL.
        case request(method: String, url: String)
        case table(header: [String], rows: [[String]])
        /// Code with the name of its language.
        case code(String, language: String)
    }

    let title: String
    private(set) var blocks: [Block] = []
    private var anchors = FileNames.exported()

    init(_ tree: CollectionTree) {
        title = tree.root.draft.name
        add(tree.root, level: 1)
        for environment in tree.environments {
            heading("Environment \(environment.draft.name)", level: 2)
            let secrets = environment.draft.secrets.map { [$0.name, environment.secretValues[$0.name] ?? "(secret)"] }
            table(["Variable", "Value"], environment.draft.variables.filter(\.isEnabled).map { [$0.name, $0.value] } + secrets)
        }
    }

    private mutating func heading(_ title: String, level: Int) {
        let plain = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        blocks.append(.heading(title, level: min(level, 6), anchor: anchors.next(for: String(plain)).replacing(" ", with: "-")))
    }

    private mutating func table(_ header: [String], _ rows: [[String]]) {
        if !rows.isEmpty { blocks.append(.table(header: header, rows: rows)) }
    }

    private mutating func text(_ text: String) { if !text.isEmpty { blocks.append(.text(text)) } }

    private mutating func add(_ folder: CollectionTree.Folder, level: Int) {
        heading(folder.draft.name, level: level)
        text(folder.draft.docs)
        table(["Variable", "Value"], folder.draft.variables.filter(\.isEnabled).map { [$0.name, $0.value] })
        for item in folder.items {
            switch item {
            case .folder(let child): add(child, level: level + 1)
            case .request(let request): add(request, level: level + 1)
            }
        }
    }

    private mutating func add(_ request: CollectionTree.Request, level: Int) {
        let draft = request.draft
        heading(draft.name, level: level)
        blocks.append(.request(method: draft.method, url: PathParameters.unescaped(PostmanURL.text(of: draft))))
        text(draft.docs)
        rows("Path parameter", draft.pathParameters)
        rows("Query item", draft.query)
        rows("Header", draft.headers)
        if ![.inherit, .none].contains(draft.auth.kind) {
            table(
                ["Authentication", draft.auth.kind.entry.label],
                draft.auth.kind.entry.fields.filter { !draft.auth[$0.id].isEmpty }.map { [$0.label, draft.auth[$0.id]] })
        }
        add(draft.body)
        for saved in request.examples {
            heading(
                "\(saved.name.isEmpty ? "Response" : saved.name): \(saved.status == 0 ? "any status" : "\(saved.status)") \(saved.reason)"
                    .trimmingEnd(" "), level: level + 1)
            rows("Header", saved.headers)
            if let text = String(validating: saved.body, as: UTF8.self), !text.isEmpty { blocks.append(.code(text, language: "")) }
        }
    }

    private mutating func rows(_ name: String, _ rows: [Row]) {
        table([name, "Value", "Description"], rows.map { [$0.name + ($0.isEnabled ? "" : " (optional)"), $0.value, $0.comment] })
    }

    private mutating func add(_ body: BodyDraft) {
        switch body.exportForm {
        case nil: break
        case .text(let text, let language, _)?: blocks.append(.code(text, language: language.codeName))
        case .query(let graphql)?:
            blocks.append(.code(graphql.query, language: TextLanguage.graphql.codeName))
            if !graphql.variables.isEmpty { blocks.append(.code(graphql.variables, language: TextLanguage.json.codeName)) }
        case .rows(let fields)?: rows("Form field", fields)
        case .parts(let parts)?:
            table(["Part", "Content", "Type"], parts.map { [$0.name, ($0.isFile ? "file " : "") + $0.value, $0.contentType] })
        case .file(let path, _, _)?: table(["Body"], [["file \(path)"]])
        }
    }
}

extension ExportFormat {
    private static let documented: Set<ExportFeature> = [
        .examples, .anyStatus, .documentation, .disabledRows, .comments, .literalBraces, .tokenPrefix, .environments,
    ]

    /// A page in Markdown (CommonMark with tables).
    static let markdown = ExportFormat(
        id: "markdown", title: "Markdown", fileExtension: "md", carries: documented, authentication: Set(AuthDraft.Kind.allCases)
    ) { tree, _ in
        let page = CollectionPage(tree)
        return [ExportedFile(path: page.title.fileStem + ".md", text: page.markdown)]
    }

    /// A self-contained HTML page: no scripts, fonts or pictures.
    static let html = ExportFormat(
        id: "html", title: "HTML", fileExtension: "html", carries: documented, authentication: Set(AuthDraft.Kind.allCases)
    ) { tree, _ in
        let page = CollectionPage(tree)
        return [ExportedFile(path: page.title.fileStem + ".html", text: page.html)]
    }
}

// MARK: Markdown

extension CollectionPage {
    var markdown: String { blocks.map(Self.markdown).joined(separator: "\n\n") + "\n" }

    private static func markdown(_ block: Block) -> String {
        switch block {
        case .heading(let title, let level, _): return String(repeating: "#", count: level) + " " + escaped(title)
        case .text(let text): return text
        case .request(let method, let url): return fenced("\(method) \(url)", "http")
        case .code(let text, let language): return fenced(text, language)
        case .table(let header, let rows):
            let lines = [header, header.map { _ in "---" }] + rows.map { $0.map(cell) }
            return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.onOneLine.escapingWithBackslash("\\`*_[]<>#")
    }

    private static func cell(_ text: String) -> String { text.isEmpty ? "" : escaped(text).escapingWithBackslash("|") }

    /// A fence is longer than every run of backticks in the text.
    private static func fenced(_ text: String, _ language: String) -> String {
        let longest = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
    }
}

// MARK: HTML

extension CollectionPage {
    /// The page in HTML. All texts are escaped; descriptions are shown as plain text.
    var html: String {
        let headings = blocks.compactMap { block -> String? in
            guard case .heading(let title, let level, let anchor) = block, level > 1 else { return nil }
            return "<li class=\"l\(level)\"><a href=\"#\(Self.html(anchor))\">\(Self.html(title))</a></li>"
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.html(title))</title>
            <style>\(Self.style)</style></head><body>
            <nav><ul>
            \(headings.joined(separator: "\n"))
            </ul></nav>
            <main>
            \(blocks.map(Self.html(of:)).joined(separator: "\n"))
            </main></body></html>

            """
    }

    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;display:flex}nav{width:18rem;height:100vh;\
        position:sticky;top:0;overflow:auto;border-right:1px solid #8884;flex:none;font-size:.9rem}nav ul{list-style:none;padding:1rem;margin:0}\
        .l3{padding-left:1rem}.l4{padding-left:2rem}.l5{padding-left:3rem}.l6{padding-left:4rem}main{padding:1rem 2rem;min-width:0;max-width:60rem}\
        pre{background:#8882;padding:.75rem;overflow:auto;border-radius:4px}table{border-collapse:collapse}th,td{border:1px solid #8886;\
        padding:.25rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}a{color:inherit}.method{font-weight:700}\
        .docs{white-space:pre-wrap}@media(max-width:50rem){body{display:block}nav{width:auto;height:auto;position:static}}
        """

    private static func html(of block: Block) -> String {
        switch block {
        case .heading(let title, let level, let anchor): return "<h\(level) id=\"\(html(anchor))\">\(html(title))</h\(level)>"
        case .text(let text): return "<p class=\"docs\">\(html(text))</p>"
        case .request(let method, let url): return "<pre><span class=\"method\">\(html(method))</span> \(html(url))</pre>"
        case .code(let text, _): return "<pre><code>\(html(text))</code></pre>"
        case .table(let header, let rows):
            let head = header.map { "<th>\(html($0))</th>" }.joined()
            let lines = rows.map { "<tr>\($0.map { "<td>\(html($0))</td>" }.joined())</tr>" }
            return "<table><thead><tr>\(head)</tr></thead><tbody>\(lines.joined(separator: "\n"))</tbody></table>"
        }
    }

    private static func html(_ text: String) -> String { text.asMarkup }
}
