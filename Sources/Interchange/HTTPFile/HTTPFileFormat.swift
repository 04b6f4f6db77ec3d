import HTTP
import JSON
import Workspace

extension ImportFormat {
    /// Files of requests as text (`.http`, `.rest`), in the dialects of VS Code's REST Client and JetBrains' HTTP Client.
    static let httpFile = ImportFormat(
        id: "http", title: ".http", readsDocuments: false, endings: ["http", "rest"], readsOtherEndings: false,
        isSettings: { HTTPFileSettings.isFile($0) },
        recognizes: { source in source.document == nil && HTTPFile.recognizes(source.text) },
        read: { source, context throws(ImportError) in
            if HTTPFileSettings.isFile(source.name) {
                var settings = HTTPFileSettings(context)
                defer { context = settings.context }
                return ImportedContent(environments: try settings.environments(of: source))
            }
            let file = HTTPFile(source.text)
            var reader = HTTPFileReader(context)
            let content = try reader.read(file, named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return content
        })
}

/// The syntactic structure of a file of requests, not interpreted.
///
/// ```
/// @host = https://example.com        a variable of the file
///
/// ### Create a pilot                 begins a request
/// # @name create                     a directive
/// < {% script %}                     runs before
/// POST {{host}}/pilots
///     ?notify=true                   continues the URL
/// Content-Type: application/json
///
/// < ./pilot.json                     a file as the body
///
/// > {% script %}                     runs after
/// ```
struct HTTPFile {
    /// A line with its number, from 1.
    typealias Line = (text: Substring, number: Int)

    /// A request as written.
    struct Request {
        var title = ""
        /// The line of the request, from 1.
        var line = 0
        var (method, target) = ("", "")
        /// The version at the end of the target, `1.1` or `2 (Prior Knowledge)`; empty if there is none.
        var version = ""
        /// The headers. While the file is read, a line without a colon has an empty name.
        var headers: [(name: String, value: String, line: Int)] = []
        var body: [Substring] = []
        /// The names and values of `# @name value`.
        var directives: [(name: String, value: String, line: Int)] = []
        /// Checks below the request line, where they would be a part of the body.
        var strayChecks: [(name: String, value: String, line: Int)] = []
        /// The variables set beside the request.
        var variables: [Row] = []
        var comments: [String] = []
        var (before, after): ([String], [String]) = ([], [])
        /// A curl command instead of the request line, headers and body; empty for none.
        var command = ""
        /// The parts in the notation of ``HTTPText``; nil for none.
        var own: HTTPText.Notation?
    }

    private(set) var requests: [Request] = []
    /// The lines that are no part of a request, and why.
    var losses: [Loss] = []
    /// The variables before the first request.
    private(set) var variables: [Row] = []
    /// The variables that references to the file `.env` name: `{{$dotenv NAME}}`.
    private(set) var dotenvNames: Set<String> = []
    /// The titles above the next request that are not its name.
    private var headings: [String] = []

    /// True if the first line other than comments, separators, variables and directives begins a script or a request.
    static func recognizes(_ text: String) -> Bool {
        // Malformed JSON is not a request.
        let start = text.drop { $0.isWhitespace }
        if start.hasPrefix("[") || start.hasPrefix("{") && !start.hasPrefix("{{") { return false }
        // Emacs' restclient separates requests by comments.
        if start.prefix(200).lines.first?.contains("mode: restclient") == true { return false }
        var hasSeparator = false
        for line in text.lines.prefix(200) {
            let line = line.trimmingBlanks
            if line.hasPrefix("###") { hasSeparator = true }
            if line.isEmpty || isComment(line) || isDirective(line) || line.hasPrefix("@") && line.contains("=") { continue }
            return line.hasPrefix("< {%") || hasSeparator && line.hasPrefix("curl ") || isCertainRequest(line)
        }
        return false
    }

    /// True for a line that begins a request and is not a sentence such as `GET /pilots returns all pilots.`
    static func isCertainRequest(_ line: Substring) -> Bool {
        // The search for references in a line takes time in proportion to its square.
        guard let request = requestLine(line.prefix(4_096)) else { return false }
        let path = request.target.replacing(/\{\{.*?\}\}/, with: "{{}}").prefix { $0 != "?" }
        guard !path.contains(where: \.isWhitespace) else { return false }
        if path.contains("://") || path.hasPrefix("{{}}/") { return true }
        return request.hasMethod && (path.hasPrefix("/") || path.hasPrefix("{{") || methods.contains(request.method))
    }

    init(_ text: String) {
        var block: [Line] = []
        let isOfHTTPyac = Self.isOfHTTPyac(text)
        // There is no title before the first separator.
        var title: String?
        for (index, line) in text.lines.enumerated() {
            if line.hasPrefix("###") {
                let (last, comment) = (block, add(block, title ?? "", isOfHTTPyac))
                // VS Code's client takes `### @name login` for the directive.
                let isName = line.utf8.contains(UInt8(ascii: "@")) && line.wholeMatch(of: /#+\s+@name\s+\S+\s*/) != nil
                let text = isName ? "" : line.separatorTitle
                block = isName ? [(line, index + 1)] : []
                title = if let title { self.title(after: title, last, comment, text, isName: isName) } else { text }
            } else {
                block.append((line, index + 1))
            }
        }
        _ = add(block, title ?? "", isOfHTTPyac)
        for index in requests.indices { requests[index].headers = headers(of: requests[index]) }
        dotenvNames = Set(text.matches(of: /\{\{\s*\$dotenv\s+(\w+)\s*\}\}/).map { String($0.1) })
    }

    // MARK: Blocks

    /// The title below a title and the lines after it. Titles directly below one another are one, up to the length of a name; others without a
    /// request between them are a part of its documentation.
    private mutating func title(after title: String, _ block: [Line], _ comment: String?, _ text: String, isName: Bool) -> String {
        let (hasTitle, isBlank) = (!title.isEmpty && !title.isRule, block.allSatisfy(\.text.trimmingBlanks.isEmpty))
        // Some titles are comments between two separators, or stand directly above the directive or the lower line of a frame.
        if text.isEmpty || text.isRule { return comment ?? (isBlank && isName || block.isEmpty && hasTitle ? title : text) }
        guard isBlank, hasTitle else { return text }
        if block.isEmpty, title.count + text.count < 160 { return "\(title) \(text)" }
        headings.append(block.isEmpty ? text : title)
        return block.isEmpty ? title : text
    }

    /// Reads the requests between two separators, and returns the comment if there is none.
    private mutating func add(_ block: [Line], _ title: String, _ isOfHTTPyac: Bool) -> String? {
        let blocks = Self.requests(in: block, isOfHTTPyac: isOfHTTPyac)
        let comment = add(blocks[0], title)
        for block in blocks.dropFirst() { _ = add(block, "") }
        return comment
    }

    /// Reads the lines of one request, and returns the comment if there is nothing else.
    private mutating func add(_ block: [Line], _ title: String) -> String? {
        var (request, rest) = (Request(), block[...])
        request.title = title
        readHead(&rest, &request)
        skipOtherText(&rest)
        guard let first = rest.popFirst() else {
            // Without a request, the variables belong to the file.
            variables += request.variables
            return request.comments.count == 1 ? request.comments[0] : nil
        }
        if title.isRule, !request.comments.isEmpty { request.title = request.comments.removeFirst() }
        (request.comments, headings) = (headings + request.comments, [])
        request.line = first.number
        request.own = HTTPText.notation(in: block.map(\.text), fromLine: block[0].number)
        let text = first.text.trimmingBlanks
        request.version = String(Self.separatingVersion(of: text).version)
        (request.method, request.target) = Self.beginning(of: text)
        if text.hasPrefix("curl ") {
            request.command = String(first.text)
            readBody(&rest, &request)
            request.command = ([first.text] + request.body).joined(separator: "\n")
            request.body = []
        }
        let margin = Self.margin(first.text)
        readTarget(&rest, &request, margin)
        readHeaders(&rest, &request, margin)
        readBody(&rest, &request)
        // A second value for a known name applies only to this request.
        variables += request.variables.filter { row in !variables.contains { $0.name == row.name } }
        requests.append(request)
        return nil
    }

    /// Reads comments, directives, variables and scripts, up to the line of the request.
    private mutating func readHead(_ rest: inout ArraySlice<Line>, _ request: inout Request) {
        while let next = rest.first {
            let line = next.text.trimmingBlanks
            if line.isEmpty {
                rest.removeFirst()
            } else if let script = Self.httpyacScript(&rest) {
                losses.append(script)
            } else if let comment = Self.blockComment(&rest) {
                request.comments += comment
            } else if Self.isComment(line) {
                rest.removeFirst()
                readComment(line, next.number, &request)
            } else if Self.isDirective(line) {
                rest.removeFirst()
                // Values in brackets may be credentials.
                losses.append(("“\(line.prefix { $0 != "(" }.prefix(100).trimmingBlanks)”", "Apus has no equivalent", next.number))
            } else if line.hasPrefix("@"), let sign = line.firstIndex(of: "=") {
                rest.removeFirst()
                let name = String(line[line.index(after: line.startIndex)..<sign].trimmingBlanks)
                request.variables.append(Row(name, String(line[line.index(after: sign)...].trimmingBlanks)))
            } else if line.hasPrefix("<"), line.dropFirst().trimmingBlanks.hasPrefix("{%") {
                request.before.append(Self.script(&rest))
            } else if line.hasPrefix("<"), !line.hasPrefix("<>") {
                rest.removeFirst()
                request.before.append("// " + line)
            } else if line.hasPrefix(">") {
                // Another dialect writes scripts as quoted lines before the request.
                rest.removeFirst()
                let text = String(line.dropFirst().drop { $0 == " " })
                let isTest = text.hasPrefix("client.") || text.hasPrefix("tests.") || !request.after.isEmpty
                if isTest { request.after.append(text) } else { request.before.append(text) }
            } else {
                return
            }
        }
    }

    /// Skips lines that can be neither a request line nor a part of one, up to the first certain request.
    private mutating func skipOtherText(_ rest: inout ArraySlice<Line>) {
        guard let first = rest.first, Self.isOtherText(first.text.trimmingBlanks),
            let index = rest.firstIndex(where: { Self.isCertainRequest($0.text.trimmingBlanks) })
        else { return }
        losses.append(("text before the request", "expected a request line such as GET https://example.com", first.number))
        rest = rest[index...]
    }

    private mutating func readComment(_ line: Substring, _ number: Int, _ request: inout Request) {
        let text = line.drop { $0 == "#" || $0 == "/" }.trimmingBlanks
        guard text.hasPrefix("@") else {
            // An empty comment separates paragraphs.
            if !text.isEmpty || line == "#" && !request.comments.isEmpty { request.comments.append(String(text)) }
            return
        }
        let name = String(text.dropFirst().prefix { !$0.isWhitespace && $0 != "=" })
        let rest = text.dropFirst(name.count + 1).trimmingBlanks
        // JetBrains' client writes `# @name=login` too.
        let value = String(rest.dropFirst(rest.hasPrefix("=") ? 1 : 0).trimmingBlanks)
        request.directives.append((name, value, number))
    }

    /// Reads the rest of the URL: lines of the query, of the path, and indented lines.
    private mutating func readTarget(_ rest: inout ArraySlice<Line>, _ request: inout Request, _ margin: Int) {
        while let next = rest.first {
            let line = next.text.trimmingBlanks
            if Self.isComment(line) {
                readComment(line, next.number, &request)
            } else {
                let isPart = line.first.map { "?&/".contains($0) } ?? false && !line.hasPrefix("?? ")
                guard isPart || Self.margin(next.text) > margin && Self.isContinuation(line, of: request.target) else { break }
                // The first item of a query may be commented out.
                request.target += request.target.hasSuffix("?") && line.hasPrefix("&") ? line.dropFirst() : line
            }
            rest.removeFirst()
        }
        let (target, version) = Self.separatingVersion(of: request.target[...])
        request.target = String(target)
        if !version.isEmpty { request.version = String(version) }
    }

    /// Reads the lines up to an empty one, or to a handler or body without an empty line before it.
    private mutating func readHeaders(_ rest: inout ArraySlice<Line>, _ request: inout Request, _ margin: Int) {
        while let next = rest.first {
            let line = next.text.trimmingBlanks
            if Self.endsHead(line) { return }
            rest.removeFirst()
            if line.isEmpty { return }
            if Self.isComment(line) {
                readComment(line, next.number, &request)
            } else if Self.margin(next.text) > margin, let last = request.headers.indices.last,
                Self.isContinuation(line, of: request.headers[last].value)
            {
                request.headers[last].value += (request.headers[last].value.isEmpty ? "" : " ") + line
            } else {
                let (name, value) = Self.header(line) ?? ("", String(line))
                request.headers.append((name, value, next.number))
            }
        }
    }

    /// The headers. A line that consists of a variable of the file becomes the header in its value; other lines without a colon are lost.
    private mutating func headers(of request: Request) -> [(name: String, value: String, line: Int)] {
        request.headers.compactMap { line in
            guard line.name.isEmpty else { return line }
            var text = line.value
            // Variables may refer to others, also to themselves.
            for _ in 0..<8 where text.hasPrefix("{{") && text.hasSuffix("}}") {
                let name = text.dropFirst(2).dropLast(2).trimmingBlanks
                guard let row = (request.variables + variables).first(where: { $0.name == name }) else { break }
                text = row.value
            }
            if let header = Self.header(text[...]) { return (header.name, header.value, line.line) }
            // The line may be a credential.
            losses.append(("line among the headers", "expected “Name: value”", line.line))
            return nil
        }
    }

    // MARK: Lines

    static func isComment(_ line: Substring) -> Bool { line.hasPrefix("#") || line.hasPrefix("//") }

    /// True for `import file` and `run #request`.
    private static func isDirective(_ line: Substring) -> Bool {
        let word = line.prefix { !$0.isWhitespace }
        return (word == "import" || word == "run") && word.count < line.count
    }

    static func margin(_ line: Substring) -> Int { line.prefix(while: \.isWhitespace).count }

    /// The name and value of a header; nil for a line without a colon, and for a name with spaces.
    private static func header(_ line: Substring) -> (name: String, value: String)? {
        // A variable in the name may contain spaces and colons.
        let start = line.hasPrefix("{{") ? line.firstRange(of: "}}")?.upperBound : nil
        guard let colon = line[(start ?? line.startIndex)...].firstIndex(of: ":") else { return nil }
        let name = line[..<colon].trimmingBlanks
        guard !name.isEmpty, !line[(start ?? line.startIndex)..<name.endIndex].contains(where: \.isWhitespace) else { return nil }
        return (String(name), String(line[line.index(after: colon)...].trimmingBlanks))
    }

    /// True for an indented line that continues a text. One dialect joins all indented lines, the other knows indented headers.
    static func isContinuation(_ line: Substring, of text: String) -> Bool {
        guard !line.isEmpty, !endsHead(line) else { return false }
        guard let header = header(line), header.name.hasPrefix("{{") || header.name.utf8.allSatisfy(HTTPHeaderField.isNameByte) else {
            return true
        }
        let hasSpace = header.value.isEmpty || !line.dropLast(header.value.count).hasSuffix(":")
        let isOpen = text.last.map { "/?&=,;".contains($0) } ?? true
        return !hasSpace && (isOpen || header.value.hasPrefix("//"))
    }

    /// True for a handler, and for a line of a body whose empty line before it is missing.
    private static func endsHead(_ line: Substring) -> Bool {
        if line.hasPrefix("--") || line.hasPrefix("?? ") { return line.hasPrefix("?") || !line.contains(":") }
        return line.first.map { "<>[{".contains($0) } == true && (!line.hasPrefix("{{") || !line.contains("}}"))
    }
}

extension HTTPFile.Request {
    /// The name, and the comments that are documentation. A comment of one line is the name of a request that has no other; without one, the
    /// method and the path are.
    ///
    /// - Parameter id: the value of the directive `@name`; empty for none.
    func nameAndComments(_ id: String) -> (name: String, comments: [String]) {
        if !title.isEmpty || !id.isEmpty { return (title.isEmpty ? id : title, comments) }
        if comments.count == 1, !comments[0].isCommentedCode { return (comments[0], []) }
        let path = CommandFile.path(of: target)
        return ("\(method) \(path.hasPrefix("/") ? path : TypedCredential.masked(url: target))", comments)
    }
}
