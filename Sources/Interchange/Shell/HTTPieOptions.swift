import Platform
import Workspace

/// The options of HTTPie and xh (httpie.io/docs), and the words without them.
struct HTTPieOptions {
    /// The words that are not options, in order.
    private(set) var words: [String] = []
    /// Options that are not known, or whose value is missing.
    private(set) var unknown: [String] = []
    /// The options by their long names, in order; those that only change the look of the output have no effect.
    private var options: [(name: String, value: String)] = []

    /// A form instead of JSON.
    enum Form {
        case urlEncoded, multipart
    }

    private static let letters = [
        "-j": "--json", "-f": "--form", "-s": "--style", "-p": "--print", "-h": "--headers", "-m": "--meta", "-b": "--body",
        "-v": "--verbose", "-P": "--history-print", "-S": "--stream", "-o": "--output", "-d": "--download", "-c": "--continue",
        "-q": "--quiet", "-a": "--auth", "-A": "--auth-type", "-F": "--follow", "-I": "--ignore-stdin", "-x": "--compress",
    ]
    private static let flags: Set<String> = [
        "--json", "--form", "--multipart", "--headers", "--meta", "--body", "--verbose", "--all", "--stream", "--download", "--continue",
        "--quiet", "--follow", "--check-status", "--ignore-stdin", "--ignore-netrc", "--path-as-is", "--chunked", "--unsorted", "--sorted",
        "--traceback", "--debug",
    ]
    /// The options of the request that HTTPie's options with a value set as it is.
    private static let settings = [
        "--timeout": "timeout", "--max-redirects": "redirects.limit", "--cert": "tls.certificate", "--cert-key": "tls.key",
        "--cert-key-pass": "tls.passphrase",
    ]
    private static let valued = Set(settings.keys).union([
        "--style", "--print", "--pretty", "--history-print", "--output", "--auth", "--auth-type", "--verify", "--raw", "--proxy", "--ssl",
        "--default-scheme", "--format-options", "--response-charset", "--response-mime",
    ])
    /// The advice about options that are not read; the others can only be removed.
    private static let advice = [
        "--offline": "give it to apus send itself", "--compress": "Apus does not compress bodies",
        "--boundary": "Apus chooses the boundary",
        "--session": "the workspace keeps cookies", "--session-read-only": "the workspace keeps cookies",
    ].merging(
        ["--http-version", "--http2", "--resolve", "--interface", "--unix-socket", "-4", "--ipv4", "-6", "--ipv6"].map {
            ($0, "remove it, and set it in the options of the request")
        }
    ) { $1 }

    init(_ all: [String]) {
        var (rest, resets) = (all[...], Set<String>())
        while let word = rest.popFirst() {
            guard word.hasPrefix("-"), word.utf8.count > 1 else {
                words.append(word)
                continue
            }
            guard word.hasPrefix("--") else {
                addLetters(word.dropFirst(), &rest)
                continue
            }
            let name = String(word.prefix { $0 != "=" })
            let opposite = name.hasPrefix("--no-") ? "--\(name.dropFirst(5))" : ""
            if Self.flags.contains(opposite) || Self.valued.contains(opposite) {
                resets.insert(opposite)
            } else {
                add(name, written: name, word.dropFirst(name.count), &rest)
            }
        }
        // The order does not matter: `--no-OPTION` always restores the default.
        options.removeAll { resets.contains($0.name) }
        if resets.contains("--check-status") { options.append(("--no-check-status", "")) }
    }

    /// Adds the options of a word of letters. Those without values may stand together.
    private mutating func addLetters(_ word: Substring, _ rest: inout ArraySlice<String>) {
        var letters = word
        while let letter = letters.popFirst() {
            let written = "-\(letter)"
            if add(Self.letters[written] ?? written, written: written, letters, &rest) { return }
        }
    }

    /// Adds an option; true if it has a value, which is the text after it, or else the next word.
    @discardableResult
    private mutating func add(_ name: String, written: String, _ glued: Substring, _ rest: inout ArraySlice<String>) -> Bool {
        guard Self.valued.contains(name) else {
            if Self.flags.contains(name) { options.append((name, "")) } else { unknown.append(name) }
            return false
        }
        let value = glued.isEmpty ? rest.popFirst() : String(glued.hasPrefix("=") ? glued.dropFirst() : glued)
        if let value { options.append((name, value)) } else { unknown.append(written) }
        return true
    }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }
    private func last(_ names: String...) -> (name: String, value: String)? { options.last { names.contains($0.name) } }

    /// The kind of form that the fields are sent as; nil for JSON.
    var form: Form? { ["--form": Form.urlEncoded, "--multipart": .multipart][kind ?? ""] }
    /// True if an option asks for JSON.
    var isJSON: Bool { kind == "--json" }
    private var kind: String? { last("--json", "--form", "--multipart")?.name }
    /// The text that is the whole body; nil for none.
    var raw: String? { last("--raw")?.value }
    /// The scheme of a URL without one.
    var defaultScheme: String { last("--default-scheme")?.value ?? "http" }
    /// True if redirects are followed, which a download does.
    var followsRedirects: Bool { has("--follow") || has("--download") }

    /// Applies the options to a request.
    ///
    /// - Throws: a sentence that names the first unsupported option.
    func insert(into draft: inout RequestDraft) throws(ImportError) {
        if let word = unknown.first { throw ImportError("“\(word)” is not supported here: \(Self.advice[word] ?? "remove it").") }
        for (name, value) in options {
            if let option = Self.settings[name] { try Self.set(option, value, in: &draft) }
        }
        if has("--follow") { draft.options.redirects.follow = true }
        if let (_, value) = last("--verify") {
            let word = ["no": "no", "false": "no", "yes": "yes", "true": "yes"][value.lowercased()]
            try Self.set(word == nil ? "tls.authorities" : "tls.verify", word ?? value, in: &draft)
        }
        if let (_, value) = last("--ssl") {
            // The default of HTTPie is the newest version on both sides.
            let versions = ["ssl2.3": "", "tls1": "1.0", "tls1.1": "1.1", "tls1.2": "1.2", "tls1.3": "1.3"]
            guard let version = versions[value] else {
                throw ImportError("“\(value)” for --ssl: expected ssl2.3, tls1, tls1.1, tls1.2 or tls1.3.")
            }
            if !version.isEmpty { try Self.set("tls.minimum", version, in: &draft) }
        }
        try insertLogin(into: &draft)
    }

    /// Applies the proxy for the scheme of the URL: `--proxy=http:URL`, `--proxy=all:URL`.
    func insertProxy(into draft: inout RequestDraft, scheme: String) throws(ImportError) {
        for kind in ["all", scheme] {
            for (name, value) in options where name == "--proxy" {
                guard case (let key, let url?) = value.splitOnce(at: ":") else {
                    throw ImportError("“\(value)” for --proxy: expected http:URL, https:URL or all:URL.")
                }
                if key == kind { try Self.set("proxy", url, in: &draft) }
            }
        }
    }

    private static func set(_ name: String, _ text: String, in draft: inout RequestDraft) throws(ImportError) {
        guard let problem = RequestOption.named(name)?.setText(text, in: &draft.options) else { return }
        throw ImportError("“\(text)” for \(name): expected \(problem).")
    }

    private func insertLogin(into draft: inout RequestDraft) throws(ImportError) {
        guard let credentials = last("--auth")?.value else { return }
        let (name, password) = credentials.splitOnce(at: ":")
        switch last("--auth-type")?.value ?? "basic" {
        case "bearer": draft.auth = .bearer(credentials)
        case "basic": draft.auth = .basic(name, password ?? "")
        case "digest": draft.auth = .digest(name, password ?? "")
        case let scheme: throw ImportError("Unknown authentication “\(scheme)”: expected basic, bearer or digest.")
        }
    }
}

extension HTTPieOptions {
    /// The output of the response.
    var output: CommandOutput {
        var output = CommandOutput()
        let file = last("--output")?.value
        let verbosity = options.count { $0.name == "--verbose" }
        var parts: String? = verbosity == 0 ? nil : verbosity == 1 ? "HBhb" : "HBhbm"
        // The last of them counts.
        if let (name, value) = last("--headers", "--body", "--meta", "--print") {
            parts = ["--headers": "h", "--body": "b", "--meta": "m"][name] ?? value
        }
        if let letters = parts, !letters.allSatisfy({ "HBhbm".contains($0) }) {
            output.refuse("--print=\(letters)", "expected letters of HBhbm")
        }
        if parts?.contains("m") == true {
            output.format = (parts == "m" ? "" : "\\n\\n") + "Elapsed time: %{time_total}s\\n"
            parts?.removeAll { $0 == "m" }
        }
        let checks = has("--check-status") || words.first.map(["xh", "xhs"].contains) == true && !has("--no-check-status")
        if checks { output.failingStatus = followsRedirects ? 400 : 300 }
        if followsRedirects, has("--all") { output.refuse("--all with --follow", "only the last response is printed") }
        output.continues = has("--continue")
        if output.continues, file == nil || !has("--download") { output.refuse("--continue", "it needs --download and --output") }
        if has("--download") {
            (output.failingStatus, output.dropsFailedBody) = (400, true)
            (output.place, output.printsDownloadInPipe) = (file.map(CommandOutput.Place.file) ?? .download, file == nil)
            // Everything else is on standard error.
            (output.parts, output.errorParts) = ("", (parts ?? "").filter { "Hh".contains($0) })
        } else {
            output.parts = parts
            if let file {
                write(parts ?? "b", to: file, &output)
            } else if has("--quiet") {
                (output.parts, output.format) = ("", "")
            }
        }
        addForm(to: &output)
        return output
    }

    /// Directs the printed output to a file: one part, or nothing at all.
    private func write(_ parts: String, to file: String, _ output: inout CommandOutput) {
        output.parts = ""
        if file == CommandOutput.nowhere { output.format = "" }
        switch parts {
        case _ where file == CommandOutput.nowhere: break
        case "b": output.place = .file(file)
        case "h": output.headPlace = file
        default: output.refuse("--output=\(file) with --print=\(parts)", "only h or b can be in a file")
        }
    }

    private func addForm(to output: inout CommandOutput) {
        let pretty = last("--pretty")?.value
        switch pretty {
        case nil: break
        case "all": (output.isFormatted, output.hasColors) = (true, true)
        case "format": (output.isFormatted, output.hasColors) = (true, false)
        case "none": (output.isFormatted, output.hasColors) = (false, false)
        default: output.refuse("--pretty=\(pretty ?? "")", "expected all, format or none")
        }
        if has("--stream") { output.isFormatted = false }
    }
}
