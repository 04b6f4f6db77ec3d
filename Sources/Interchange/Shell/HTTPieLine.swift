public import Workspace
import Platform

/// Parses the arguments of HTTPie and xh (httpie.io/docs, “Request items”): `POST :3000/people name=Lea age:=3 X-Token:abc`.
public enum HTTPieLine {
    /// Longer lines are refused.
    public static let limit = 1 << 20

    /// True if a text is more than a URL: with a method or a program before it, or items after it.
    public static func isLine(_ text: String) -> Bool {
        guard text.utf8.count <= limit, let all = split(text), all.count > 1 else { return false }
        let words = HTTPieOptions(all).words
        guard words.count > 1 || words.first.map(programs.contains) == true else { return false }
        if programs.contains(words[0]) || isMethod(words[0]) { return true }
        return words.dropFirst().allSatisfy { word in HTTPieItem(word).map { !isOfURL($0) } ?? false }
    }

    /// True if a word after a space seems to continue the URL: its name contains the separators of a query.
    private static func isOfURL(_ item: HTTPieItem) -> Bool { item.name.contains { "?&#".contains($0) } }

    /// The reason why words with several URLs are not a request, as a sentence without its full stop; nil if there is no second URL.
    public static func secondURL(in text: String) -> String? {
        guard text.utf8.count <= maxTyped, text.contains("://"), text.contains(where: \.isWhitespace), isLine(text) else { return nil }
        var words = HTTPieOptions(split(text) ?? []).words.drop(while: programs.contains)
        if words.first.map(isMethod) == true { words.removeFirst() }
        return words.dropFirst().first { HTTPieItem($0)?.isURL == true }.map(oneURL)
    }

    /// The words of a line; nil if a quote is not closed. A semicolon after the name of a header does not end the command: `X-Token;`.
    private static func split(_ text: String) -> [String]? {
        var (words, rest) = ([String](), text)
        for _ in 0..<maxEmptyHeaders {
            guard let command = try? ShellWords.command(rest, .bash) else { return nil }
            words += command.words
            let end = command.rest
            guard end.first == ";", end.dropFirst().first?.isWhitespace != false, rest[..<end.startIndex].last?.isWhitespace == false,
                let name = words.popLast()
            else { return words }
            let isHeader = HTTPieItem(name + ";")?.kind == .emptyHeader && hasURL(words)
            words.append(isHeader ? name + ";" : name)
            guard isHeader else { return words }
            rest = String(end.dropFirst())
        }
        return words
    }

    /// The maximum number of headers without a value, each of which takes a reading of the rest of the line.
    private static let maxEmptyHeaders = 64

    /// True if the words have a URL after the program and the method.
    private static func hasURL(_ words: [String]) -> Bool {
        let words = HTTPieOptions(words).words.drop(while: programs.contains)
        return words.count > (words.first.map(isMethod) == true ? 1 : 0)
    }

    private static func oneURL(_ word: String) -> String { "“\(word)” is a second URL; a request has only one" }

    /// The maximum length in bytes of a line that is examined at each key press.
    private static let maxTyped = 4096

    /// True if the words name the method.
    public static func namesMethod(_ text: String) -> Bool {
        let words = HTTPieOptions(split(text) ?? []).words.drop(while: programs.contains)
        return words.count > 1 && words.first.map(isMethod) == true
    }

    /// True if the words have the option for no body from standard input, also among joined letters: `-vI`.
    public static func ignoresInput(_ words: [String]) -> Bool { HTTPieOptions(words).has("--ignore-stdin") }

    /// The files whose texts replace values in the words (`name=@path`, `name:=@path`, `name==@path`, `Name:@path`), as they are
    /// written.
    public static func files(in text: String) -> [String] {
        guard isLine(text), let words = split(text) else { return [] }
        return HTTPieOptions(words).words.compactMap { HTTPieItem($0) }.filter(\.holdsFile).map(\.value)
    }

    /// The UTF-8 offset of the path at the end of the last word (`name@path`, `name=@path`, `name:=@path`, `@path`); nil if there is none,
    /// or if the word has quotes.
    public static func pathStart(in text: String) -> Int? {
        let isOfWords = text.utf8.contains(UInt8(ascii: " "))
        guard isOfWords, text.utf8.count <= limit, !text.contains(where: { "'\"".contains($0) }), let words = split(text)
        else {
            return nil
        }
        let bytes = text.utf8
        let end = bytes.indices.last { index in
            bytes[index] == UInt8(ascii: " ") && (index == bytes.startIndex || bytes[bytes.index(before: index)] != UInt8(ascii: "\\"))
        }
        guard let end, let word = String(bytes[bytes.index(after: end)...]), let item = HTTPieItem(word), item.namesFile else { return nil }
        // The first word is the URL, which may contain the same separators.
        let named = words.drop(while: { programs.contains($0) || $0.hasPrefix("-") })
        guard named.count > (named.first.map(isMethod) == true ? 2 : 1) else { return nil }
        return text.utf8.count - item.value.utf8.count
    }

    /// The request from the words, merged with the existing one: headers and query are added, a body replaces the old one.
    ///
    /// - Parameters:
    ///   - files: the texts of ``files(in:)``, by their paths; braces in them are text.
    ///   - isLiteral: true for words that a shell has split, in which braces and colons are text.
    /// - Throws: a sentence that names the word.
    public static func read(
        _ text: String, over base: RequestDraft = RequestDraft(), files: [String: String] = [:], isLiteral: Bool = false
    ) throws(ImportError) -> RequestDraft {
        try command(text, over: base, files: files, isLiteral: isLiteral).draft
    }

    /// The request as from ``read(_:over:files:isLiteral:)``, with the output that the options ask for.
    ///
    /// - Throws: a sentence that names the word.
    public static func command(
        _ text: String, over base: RequestDraft = RequestDraft(), files: [String: String] = [:], isLiteral: Bool = false
    ) throws(ImportError) -> ImportedRequest {
        guard text.utf8.count <= limit else { throw ImportError("The line is longer than \(limit >> 20) MB.") }
        guard let words = split(text) else { throw ImportError("The line has a quote that is not closed.") }
        func marked(_ word: String) -> String { isLiteral ? LiteralBraces.marked(word) : word }
        var texts: [String: String] = [:]
        for (path, content) in files { texts[marked(path)] = LiteralBraces.marked(content) }
        do throws(ImportError) {
            var imported = try request(of: words.map(marked), over: base, texts)
            if isLiteral { imported.draft.url = PathParameters.escaped(imported.draft.url) }
            // A fast path: most words have no braces, and so no marks.
            let hasBraces = ([text] + files.values).contains { $0.utf8.contains(UInt8(ascii: "{")) }
            return hasBraces ? imported.escapingBraces(all: isLiteral) : imported
        } catch {
            throw ImportError(LiteralBraces.removed(error.message))
        }
    }

    private static func request(
        of all: [String], over base: RequestDraft, _ files: [String: String]
    ) throws(ImportError) -> ImportedRequest {
        let options = HTTPieOptions(all)
        var words = options.words[...]
        var draft = base
        try options.insert(into: &draft)
        let program = words.first.flatMap { programs.contains($0) ? $0 : nil }
        if program != nil { words.removeFirst() }
        // The programs follow redirects only with an option.
        if program != nil, !options.followsRedirects { draft.options.redirects.follow = false }
        let hasMethod = words.first.map(isMethod) ?? false
        if hasMethod, let method = words.popFirst() { draft.method = method.uppercased() }
        guard let url = words.popFirst() else { throw ImportError("Expected a URL after the method.") }
        let whole = try address(url, program, options)
        (draft.url, draft.query) = URLParts.split(whole)
        try options.insertProxy(into: &draft, scheme: whole.hasPrefix("https://") ? "https" : "http")
        var body = HTTPieBody(as: options.form, files: files, raw: options.raw)
        for word in words {
            if HTTPieItem(word)?.isURL == true { throw ImportError(oneURL(word) + ".") }
            guard let item = HTTPieItem(word) else {
                throw ImportError(
                    "“\(word)” is not a header (Name:value), query (name==value), field (name=value, name:=json) or file (name@path, @path)."
                )
            }
            try body.addItem(item, &draft)
        }
        if let made = try body.draft(over: draft.body) {
            draft.body = made
            if options.has("--chunked") { draft.headers.append(Row("Transfer-Encoding", "chunked")) }
            if !hasMethod { draft.method = "POST" }
        }
        if program != nil || options.isJSON { body.addHeaders(to: &draft, isJSON: options.isJSON) }
        return ImportedRequest(draft: draft, output: options.output)
    }

    private static let securePrograms: Set<String> = ["https", "xhs"]
    private static let programs: Set<String> = securePrograms.union(["http", "xh"])

    /// The URL with the default scheme, and without dots in its path, which the programs remove.
    private static func address(_ url: String, _ program: String?, _ options: HTTPieOptions) throws(ImportError) -> String {
        let scheme = securePrograms.contains(program ?? "") ? "https" : options.defaultScheme
        guard ["http", "https"].contains(scheme) else { throw ImportError("“\(scheme)” for --default-scheme: expected http or https.") }
        let whole = scheme == "https" ? try secured(url) : url
        guard program != nil, !options.has("--path-as-is") else { return whole }
        if whole.contains("://") { return CurlReader.withoutDots(whole) }
        return String(CurlReader.withoutDots("http://" + whole).dropFirst("http://".count))
    }

    /// The URL with the default scheme of the program, if it has none.
    private static func secured(_ url: String) throws(ImportError) -> String {
        if url.contains("://") { return url }
        guard !url.hasPrefix("{{") else {
            throw ImportError("“\(url)” may begin with a scheme, so “https” cannot add one: write https://\(url), or leave the word out.")
        }
        // A port, or a path, without a host is this machine's.
        let host = url.hasPrefix(":") || url.hasPrefix("/") ? "localhost" : ""
        return "https://" + host + (url.hasPrefix(":/") ? url.dropFirst() : url[...])
    }

    private static let methods: Set<String> = ["get", "head", "post", "put", "patch", "delete", "options"]

    private static func isMethod(_ word: String) -> Bool {
        methods.contains(word.lowercased()) || word.count > 1 && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "-") }
    }
}
