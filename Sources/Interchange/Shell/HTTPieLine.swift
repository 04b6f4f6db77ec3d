public import Workspace
import Platform

/// Parses the arguments of HTTPie and xh (httpie.io/docs, “Request items”): `POST :3000/people name=Lea age:=3 X-Token:abc`.
public enum HTTPieLine {
    /// Longer lines are refused.
    public static let limit = 1 << 20

    /// True if a text is more than a URL: with a method or a program before it, or items after it.
    public static func isLine(_ text: String) -> Bool {
        guard text.utf8.count <= limit, let all = ShellWords.split(text, .bash), all.count > 1 else { return false }
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
        var words = HTTPieOptions(ShellWords.split(text, .bash) ?? []).words.drop(while: programs.contains)
        if words.first.map(isMethod) == true { words.removeFirst() }
        return words.dropFirst().first { HTTPieItem($0)?.isURL == true }.map(oneURL)
    }

    private static func oneURL(_ word: String) -> String { "“\(word)” is a second URL; a request has only one" }

    /// The maximum length in bytes of a line that is examined at each key press.
    private static let maxTyped = 4096

    /// True if the words name the method.
    public static func namesMethod(_ text: String) -> Bool {
        let words = HTTPieOptions(ShellWords.split(text, .bash) ?? []).words.drop(while: programs.contains)
        return words.count > 1 && words.first.map(isMethod) == true
    }

    /// The files whose texts replace values in the words (`name=@path`, `name:=@path`, `name==@path`, `Name:@path`), as they are
    /// written.
    public static func files(in text: String) -> [String] {
        guard isLine(text), let words = ShellWords.split(text, .bash) else { return [] }
        return HTTPieOptions(words).words.compactMap { HTTPieItem($0) }.filter(\.holdsFile).map(\.value)
    }

    /// The UTF-8 offset of the path at the end of the last word (`name@path`, `name=@path`, `name:=@path`, `@path`); nil if there is none,
    /// or if the word has quotes.
    public static func pathStart(in text: String) -> Int? {
        let isOfWords = text.utf8.contains(UInt8(ascii: " "))
        guard isOfWords, text.utf8.count <= limit, !text.contains(where: { "'\"".contains($0) }), let words = ShellWords.split(text, .bash)
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
        guard let words = ShellWords.split(text, .bash) else { throw ImportError("The line has a quote that is not closed.") }
        func marked(_ word: String) -> String { isLiteral ? LiteralBraces.marked(word) : word }
        var texts: [String: String] = [:]
        for (path, content) in files { texts[marked(path)] = LiteralBraces.marked(content) }
        do throws(ImportError) {
            var imported = try request(of: words.map(marked), over: base, texts)
            if isLiteral { imported.draft.url = PathParameters.escaped(imported.draft.url) }
            return imported.escapingBraces(all: isLiteral)
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
        (draft.url, draft.query) = URLParts.split(securePrograms.contains(program ?? "") ? try secured(url) : url)
        var body = HTTPieBody(as: options.form, files: files)
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
            if !hasMethod { draft.method = "POST" }
        }
        return ImportedRequest(draft: draft, output: options.output)
    }

    private static let securePrograms: Set<String> = ["https", "xhs"]
    private static let programs: Set<String> = securePrograms.union(["http", "xh"])

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

/// A word after the URL: a name, a separator that determines its kind, and a value.
struct HTTPieItem: Equatable {
    /// The meaning of the separator; longer ones are tried first.
    enum Kind: String, CaseIterable {
        case rawFile = ":=@"
        case queryFile = "==@"
        case rawJSON = ":="
        case query = "=="
        case textFile = "=@"
        case headerFile = ":@"
        case file = "@"
        case field = "="
        case header = ":"
        case emptyHeader = ";"

        /// True for an item that needs a name.
        var isOfHeader: Bool { [.headerFile, .header, .emptyHeader].contains(self) }
    }

    let kind: Kind
    /// Empty for a file that is the whole body.
    let name: String
    let value: String

    /// True if the text of a file takes the place of the value.
    var holdsFile: Bool { [.rawFile, .queryFile, .textFile, .headerFile].contains(kind) }

    /// True if the value is the path of a file.
    var namesFile: Bool { holdsFile || kind == .file }

    /// True if the item is another URL that only looks like a header.
    var isURL: Bool { kind == .header && value.hasPrefix("//") && Self.schemes.contains(name.lowercased()) }

    private static let schemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]

    /// Splits a word at its first separator, the longest that begins there. A backslash before it makes it part of the name.
    init?(_ word: String) {
        var name = ""
        var rest = word[...]
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first {
                // Before other characters, the backslash itself is part of the name.
                name += ":=@;".contains(next) ? "\(next)" : "\\\(next)"
                rest = rest.dropFirst(2)
            } else if let found = Kind.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
                let value = rest.dropFirst(found.rawValue.count)
                guard !name.isEmpty || !found.isOfHeader, found != .emptyHeader || value.isEmpty else { return nil }
                (kind, self.name, self.value) = (found, name, String(value))
                return
            } else {
                name.append(character)
                rest.removeFirst()
            }
        }
        return nil
    }
}

/// The options of HTTPie and xh (httpie.io/docs), and the words without them.
struct HTTPieOptions {
    /// The words that are not options, in order.
    private(set) var words: [String] = []
    /// The kind of form that the fields are sent as; nil for JSON.
    private(set) var form: Form?
    /// Options that are not known, or whose value is missing.
    private(set) var unknown: [String] = []
    private var credentials: String?
    private var scheme = "basic"
    private var settings: [(option: String, text: String)] = []
    /// The options of the output without a value, by their long names.
    private var flags: [String] = []
    /// The file, the parts and the form of the output.
    private var (file, parts, pretty): (String?, String?, String?)
    /// True if redirects are followed, which a download does.
    var followsRedirects: Bool { settings.contains { $0.option == "redirects.follow" } || flags.contains("--download") }

    /// A form instead of JSON.
    enum Form {
        case urlEncoded, multipart
    }

    /// Options that are not read, with an option of the request of the same meaning.
    private static let withOption: Set<String> = [
        "--proxy", "--ssl", "--http-version", "--http2", "--resolve", "--interface", "--unix-socket", "-4", "--ipv4", "-6", "--ipv6",
        "--timeout", "--max-redirects", "--cert", "--cert-key", "--verify", "--cert-key-pass",
    ]

    /// Options that are the default, or have no effect here.
    private static let silent: Set<String> = ["-j", "--json", "-I", "--ignore-stdin"]
    /// Options of the output without a value, by their letters.
    private static let outputLetters = [
        "-v": "--verbose", "-h": "--headers", "-b": "--body", "-m": "--meta", "-q": "--quiet", "-S": "--stream", "-d": "--download",
        "-c": "--continue",
    ]
    private static let valued: Set<String> = [
        "-p", "--print", "--pretty", "-s", "--style", "-o", "--output", "-a", "--auth", "-A", "--auth-type", "--verify", "--timeout",
        "--max-redirects", "--cert", "--cert-key",
    ]

    init(_ all: [String]) {
        var rest = all[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                words.append(word)
                continue
            }
            let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
            if Self.valued.contains(name) {
                let glued = word.dropFirst(name.count)
                let value = glued.isEmpty ? rest.popFirst() : String(glued.hasPrefix("=") ? glued.dropFirst() : glued)
                if let value { apply(name, value) } else { unknown.append(word) }
            } else {
                // Letters of options without values may stand together.
                if !word.hasPrefix("--"), word.count > 2 { rest = ["-" + word.dropFirst(2)] + rest }
                applyFlag(name)
            }
        }
    }

    private mutating func applyFlag(_ name: String) {
        switch name {
        case "-f", "--form": form = .urlEncoded
        case "--multipart": form = .multipart
        case "-F", "--follow": settings.append(("redirects.follow", "yes"))
        case _ where Self.silent.contains(name): return
        default:
            let flag = Self.outputLetters[name] ?? name
            guard flag == "--check-status" || Self.outputLetters.values.contains(flag) else { return unknown.append(name) }
            flags.append(flag)
            // The last of them counts.
            if let letter = ["--headers": "h", "--body": "b", "--meta": "m"][flag] { parts = letter }
        }
    }

    private mutating func apply(_ name: String, _ value: String) {
        switch name {
        case "-a", "--auth": credentials = value
        case "-A", "--auth-type": scheme = value
        case "-o", "--output": file = value
        case "-p", "--print": parts = value
        case "--pretty": pretty = value
        case "--timeout": settings.append(("timeout", value))
        case "--max-redirects": settings.append(("redirects.limit", value))
        case "--cert": settings.append(("tls.certificate", value))
        case "--cert-key": settings.append(("tls.key", value))
        case "--verify":
            let word = ["no": "no", "false": "no", "yes": "yes", "true": "yes"][value.lowercased()]
            settings.append(word.map { ("tls.verify", $0) } ?? ("tls.authorities", value))
        default: break
        }
    }

    /// Applies the options to a request.
    ///
    /// - Throws: a sentence that names the first unsupported option.
    func insert(into draft: inout RequestDraft) throws(ImportError) {
        if let word = unknown.first {
            let hasOption = Self.withOption.contains { word == $0 || word.hasPrefix($0 + "=") }
            let advice =
                word == "--offline"
                ? "give it to apus send itself" : hasOption ? "remove it, and set it in the options of the request" : "remove it"
            throw ImportError("“\(word)” is not supported here: \(advice).")
        }
        for (name, text) in settings {
            if let problem = RequestOption.named(name)?.setText(text, in: &draft.options) {
                throw ImportError("“\(text)” for \(name): expected \(problem).")
            }
        }
        guard let credentials else { return }
        let (name, password) = credentials.splitOnce(at: ":")
        switch scheme {
        case "bearer": draft.auth = .bearer(credentials)
        case "basic": draft.auth = .basic(name, password ?? "")
        case "digest": draft.auth = .digest(name, password ?? "")
        default: throw ImportError("Unknown authentication “\(scheme)”: expected basic, bearer or digest.")
        }
    }
}

extension HTTPieOptions {
    /// The output of the response.
    var output: CommandOutput {
        var output = CommandOutput()
        let isVerbose = flags.contains("--verbose")
        var parts = self.parts ?? (isVerbose ? flags.count { $0 == "--verbose" } > 1 ? "HBhbm" : "HBhb" : nil)
        if let letters = parts, !letters.allSatisfy({ "HBhbm".contains($0) }) {
            output.refuse("--print=\(letters)", "expected letters of HBhbm")
        }
        if parts?.contains("m") == true {
            output.format = (parts == "m" ? "" : "\\n\\n") + "Elapsed time: %{time_total}s\\n"
            parts?.removeAll { $0 == "m" }
        }
        if flags.contains("--check-status") { output.failingStatus = followsRedirects ? 400 : 300 }
        if flags.contains("--continue") { output.refuse("--continue", "give --download to apus send itself, which continues") }
        if flags.contains("--download") {
            (output.failingStatus, output.dropsFailedBody) = (400, true)
            (output.place, output.printsDownloadInPipe) = (file.map(CommandOutput.Place.file) ?? .download, file == nil)
            // Everything else is on standard error.
            (output.parts, output.errorParts) = ("", (parts ?? "").filter { "Hh".contains($0) })
        } else {
            output.parts = parts
            if let file {
                write(parts ?? "b", to: file, &output)
            } else if flags.contains("--quiet") {
                (output.parts, output.format) = ("", "")
            }
        }
        addForm(to: &output)
        return output
    }

    /// Writes to a file what would be printed: one part, or nothing at all.
    private func write(_ parts: String, to file: String, _ output: inout CommandOutput) {
        output.parts = ""
        if file == CommandOutput.nowhere { output.format = "" }
        switch parts {
        case _ where file == CommandOutput.nowhere: break
        case "b": output.place = .file(file)
        case "h": output.headFiles = [file]
        default: output.refuse("--output=\(file) with --print=\(parts)", "only h or b can be in a file")
        }
    }

    private func addForm(to output: inout CommandOutput) {
        switch pretty {
        case nil: break
        case "all": (output.isFormatted, output.hasColors) = (true, true)
        case "format": (output.isFormatted, output.hasColors) = (true, false)
        case "none": (output.isFormatted, output.hasColors) = (false, false)
        default: output.refuse("--pretty=\(pretty ?? "")", "expected all, format or none")
        }
        if flags.contains("--stream") { output.isFormatted = false }
    }
}
