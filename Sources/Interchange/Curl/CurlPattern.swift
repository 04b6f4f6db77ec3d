import HTTP
import Workspace

/// A URL of a curl command, which may be a pattern for several URLs (curl(1), “GLOBBING”): `{a,b}` is each of the texts, `[1-10:2]` and
/// `[a-z]` are ranges, and a backslash before a bracket or a brace makes it text. An IPv6 address in brackets and a variable are text.
struct CurlPattern {
    /// The maximum number of URLs of a command.
    static let limit = 10_000
    static let tooMany = ImportError("The command has more than \(limit) URLs. Shorten the ranges in its URLs.")
    /// The maximum total size of the URLs that a pattern expands to, in bytes.
    private static let byteLimit = 16 << 20

    /// The choices of each part, in order; text has one.
    private var parts: [[String]] = []
    /// The places of the parts that are no text.
    private var choosing: Set<Int> = []
    private var count = 1
    private let url: String
    private var failure: ImportError?

    /// Takes a URL as it is written.
    init(_ url: String) {
        self.url = url
        do throws(ImportError) { try parse() } catch { failure = error }
    }

    /// True if there are several URLs.
    var isSeveral: Bool { failure.map { $0 == Self.tooMany } ?? (count > 1) }

    /// The URLs, the last choice changing fastest.
    ///
    /// - Throws: an error for a pattern that curl refuses.
    func texts() throws(ImportError) -> [String] { try expansions().map(\.text) }

    /// The URLs as in ``texts()``, each with the texts that its choices have become.
    func expansions() throws(ImportError) -> [(text: String, choices: [String])] {
        if let failure { throw failure }
        guard count == 1 || count * url.utf8.count <= Self.byteLimit else {
            throw ImportError("The command has more than \(Self.byteLimit >> 20) MB of URLs. Shorten the ranges in its URLs.")
        }
        var texts: [(text: String, choices: [String])] = [("", [])]
        for (place, choices) in parts.enumerated() {
            let isChoice = choosing.contains(place)
            texts = texts.flatMap { text, chosen in choices.map { (text + $0, isChoice ? chosen + [$0] : chosen) } }
        }
        return texts
    }

    /// The name of a file in which `#1` is the text that the first choice of the URL has become (curl(1), `--output`).
    static func fileName(_ name: String, _ choices: [String]) -> String {
        name.replacing(/#(\d+)/) { match in
            let number = Int(match.output.1) ?? 0
            return choices.indices.contains(number - 1) ? choices[number - 1] : String(match.output.0)
        }
    }

    private mutating func parse() throws(ImportError) {
        guard url.contains(where: { "{}[]".contains($0) }) else { return parts = [[url]] }
        var rest = atoms[...]
        while !rest.isEmpty {
            let text = try literal(&rest)
            if !text.isEmpty { parts.append([text]) }
            guard let sign = rest.popFirst() else { continue }
            let choices = sign == "{" ? try choices(&rest) : try range(&rest)
            choosing.insert(parts.count)
            parts.append(choices)
            count *= choices.count
            guard count <= Self.limit else { throw Self.tooMany }
        }
    }

    /// The characters of the URL, with each variable as one of them.
    private var atoms: [Substring] {
        var atoms: [Substring] = []
        var place = url.startIndex
        for case .reference(_, let range) in Template(url).parts {
            atoms += url[place..<range.lowerBound].split()
            atoms.append(url[range])
            place = range.upperBound
        }
        return atoms + url[place...].split()
    }

    /// The text before the next choice.
    private func literal(_ rest: inout ArraySlice<Substring>) throws(ImportError) -> String {
        var text = ""
        while let atom = rest.first, atom != "{" {
            if atom == "[", rest.dropFirst().first == "]" {
                // Brackets around nothing are text: `filter[]=1`.
                text += "[]"
                rest = rest.dropFirst(2)
                continue
            }
            if atom == "[" {
                guard let end = rest.firstIndex(of: "]") else { break }
                let host = rest[...end].joined()
                guard host.contains(":"), WebURL("http://\(host)/") != nil else { break }
                text += host
                rest = rest[(end + 1)...]
                continue
            }
            if ["}", "]"].contains(atom) { throw wrong("has an unmatched “\(atom)”") }
            rest.removeFirst()
            let isEscape = atom == "\\" && ["{", "}", "[", "]"].contains(rest.first)
            text += isEscape ? rest.removeFirst() : atom
        }
        return text
    }

    /// The texts between commas, after an opening brace.
    private func choices(_ rest: inout ArraySlice<Substring>) throws(ImportError) -> [String] {
        var texts = [""]
        while let atom = rest.popFirst() {
            switch atom {
            case "}":
                if texts == [""] { throw wrong("has nothing between “{” and “}”") }
                return texts
            case ",": texts.append("")
            case "{", "[", "]": throw wrong("has “\(atom)” between “{” and “}”")
            case "\\": texts[texts.count - 1] += rest.popFirst() ?? atom
            default: texts[texts.count - 1] += atom
            }
        }
        throw wrong("has “{” without “}”")
    }

    /// The numbers or letters of a range, after an opening bracket.
    private func range(_ rest: inout ArraySlice<Substring>) throws(ImportError) -> [String] {
        guard let end = rest.firstIndex(of: "]") else { throw wrong("has “[” without “]”") }
        let text = rest[..<end].joined()
        rest = rest[(end + 1)...]
        let sides = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = sides.count == 2 ? sides[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) : []
        guard let first = sides.first, let last = ends.first, let step = ends.count < 2 ? 1 : Int(ends[1]), step > 0 else {
            throw wrong("has “[\(text)]”, which is not a range: expected [1-10], [1-10:2] or [a-z]")
        }
        let isNumber = first.utf8.allSatisfy { (0x30...0x39).contains($0) }
        // Each number of the range gets as many digits.
        guard first.utf8.count <= 18 else { throw wrong("has a range whose first number has more than 18 digits") }
        let bounds = isNumber ? (Int(first), Int(last.drop { $0 == " " || $0 == "\t" })) : (Self.letter(first), Self.letter(last))
        guard let low = bounds.0, let high = bounds.1, low <= high, low == high ? step == 1 : step <= high - low,
            isNumber || high - low < 26
        else {
            throw wrong("has the range “[\(text)]”, which is empty: expected the smaller end first, and a step within it")
        }
        guard (high - low) / step < Self.limit else { throw Self.tooMany }
        return stride(from: low, through: high, by: step).map { value in
            guard isNumber else { return String(Unicode.Scalar(UInt8(value))) }
            let digits = String(value)
            return first.hasPrefix("0") ? String(repeating: "0", count: max(0, first.count - digits.count)) + digits : digits
        }
    }

    /// The code of a letter of ASCII; nil for another text.
    private static func letter(_ text: Substring) -> Int? {
        guard text.utf8.count == 1, let letter = text.first, letter.isASCII, letter.isLetter else { return nil }
        return letter.asciiValue.map(Int.init)
    }

    private func wrong(_ problem: String) -> ImportError {
        ImportError("curl refuses the URL \(url): it \(problem). A backslash before it, or --globoff, makes it text.")
    }
}

extension Substring {
    /// The characters, each as a text.
    fileprivate func split() -> [Substring] { indices.map { self[$0...$0] } }
}

extension CurlReader {
    /// A URL of the command, with the file that is uploaded to it.
    struct Target: Hashable {
        var url: String
        var upload: String?
        var output = CommandOutput()
    }

    /// Takes a word that is no option: a URL, unless the shell would expand it to the words of an array or the arguments of the script.
    mutating func append(word: String) {
        let isList = word == "$@" || word == "$*" || word.wholeMatch(of: /\$\{!?[A-Za-z_]\w*\[.*\]\}/) != nil
        if isList { losses.append("\(word) is omitted: only a shell can expand it") } else { urls.append(word) }
    }

    /// The URLs to send to, in order, and the reasons why other words are not URLs. The first upload belongs to the first URL, and so on.
    private func targets() -> [Result<Target, ImportError>] {
        let uploads = all([.upload]).map(\.value)
        var targets: [Result<Target, ImportError>] = []
        let first = urls.firstIndex { url in !Self.isVariable(url) && (url.hasPrefix("{{") || url.contains { "./:".contains($0) }) } ?? 0
        for (index, url) in urls.enumerated() {
            let upload = uploads.indices.contains(index) ? uploads[index] : nil
            do throws(ImportError) {
                let targetsOfURL = try self.targets(of: url, at: index, upload, isFirst: index == first)
                guard targets.count + targetsOfURL.count <= CurlPattern.limit else { throw CurlPattern.tooMany }
                targets += targetsOfURL.map { .success($0) }
            } catch {
                targets.append(.failure(error))
            }
        }
        return targets
    }

    private func targets(of url: String, at index: Int, _ upload: String?, isFirst: Bool) throws(ImportError) -> [Target] {
        // Beside a URL, a word that is only a variable usually contains options.
        if Self.isVariable(url), urls.contains(where: { !Self.isVariable($0) }) {
            throw ImportError("\(url) is omitted: it probably contains options of curl")
        }
        guard isServed(url, isFirst: isFirst) else { throw ImportError("\(url) is omitted") }
        guard reading == .exact, program == "curl" else {
            return [Target(url: url, upload: upload, output: output(ofURL: url, at: index))]
        }
        let plain: [(text: String, choices: [String])] = [(url, [])]
        let urls = isVerbatim ? plain : try CurlPattern(url).expansions()
        let targets = urls.map { Target(url: $0.text, output: output(ofURL: $0.text, at: index, $0.choices)) }
        guard let upload else { return targets }
        let files = isVerbatim ? [upload] : try CurlPattern(upload).texts()
        guard files.count * urls.count <= CurlPattern.limit else { throw CurlPattern.tooMany }
        return files.flatMap { file in targets.map { Target(url: $0.url, upload: file, output: $0.output) } }
    }

    /// The URL without the segments `.` and `..` in its path (RFC 3986, section 5.2.4), which curl removes.
    static func withoutDots(_ url: String) -> String {
        guard url.contains("/."), let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        guard let start = rest.firstIndex(of: "/") else { return url }
        let path = rest[start...].prefix { $0 != "?" && $0 != "#" }
        return url[..<start] + URIReference.removingDots(String(path)) + url[path.endIndex...]
    }

    private static func isVariable(_ word: String) -> Bool {
        word.hasPrefix("{{") && word.hasSuffix("}}") && word.firstRange(of: "}}")?.upperBound == word.endIndex
    }

    /// True for a word that is the URL of a request. By default, a word without a scheme after the first URL is probably part of a text with missing
    /// quotes.
    private func isServed(_ url: String, isFirst: Bool) -> Bool {
        if reading == .exact, url.contains(where: \.isWhitespace), !url.contains("$("), !url.contains("`") { return false }
        guard let sign = url.firstRange(of: "://") else { return isFirst || reading == .exact }
        return ["http", "https"].contains(url[..<sign.lowerBound].lowercased()) || url.hasPrefix("{{")
    }

    /// The requests from the collected options, one for each URL; URLs with other protocols are omitted.
    func requests() throws(ImportError) -> [ImportedRequest] {
        let targets = targets()
        let served = targets.compactMap { try? $0.get() }
        var omitted: [String] = []
        for case .failure(let error) in targets {
            guard !served.isEmpty || reading == .pasted else { throw error }
            omitted.append(error.message)
        }
        // A command for another protocol still becomes a request.
        let all = served.isEmpty && reading == .pasted ? urls.prefix(1).map { Target(url: $0, upload: last(.upload)) } : served
        guard !all.isEmpty else { throw ImportError("The \(program) command has no URL.") }
        var requests = try all.map { target throws(ImportError) in try request(to: target) }
        requests[0].losses = losses + (served.isEmpty ? [] : omitted) + requests[0].losses
        requests[0].changes = changes + requests[0].changes
        return requests.map { $0.escapingBraces(all: isLiteral) }
    }

    /// The first of the requests, whose losses name the number of the others.
    func request() throws(ImportError) -> ImportedRequest { try requests().onlyFirst }
}

// MARK: The output

extension CurlReader {
    /// The output of the response to a URL.
    ///
    /// - Parameters:
    ///   - index: the number of the URL in the command, from 0: the first `-o` belongs to the first URL, and so on.
    ///   - choices: the texts that the choices of its pattern have become.
    fileprivate func output(ofURL url: String, at index: Int, _ choices: [String] = []) -> CommandOutput {
        var output = CommandOutput()
        output.omissions = omissions + (last(.resume) == "-" ? [Self.omittedResume] : [])
        switch program {
        case "curl": addCurlOutput(ofURL: url, at: index, choices, to: &output)
        case "wget": addWgetOutput(to: &output)
        default: break
        }
        return output
    }

    /// The loss of `-C -`, which has no effect without a file.
    static let omittedResume = "-C - is omitted"

    /// True if an option of the output is given.
    private func outputs(_ words: String...) -> Bool { words.contains { has(.output($0)) } }

    private func addCurlOutput(ofURL url: String, at index: Int, _ choices: [String], to output: inout CommandOutput) {
        let file = file(ofURL: url, at: index, choices, &output)
        if outputs("fail", "fail-with-body") {
            (output.failingStatus, output.dropsFailedBody) = (400, !outputs("fail-with-body"))
        }
        if outputs("verbose") { output.errorParts = "Hh" }
        output.createsFolders = outputs("create-dirs")
        output.showsRedirects = has(.head) || outputs("include", "show-headers", "verbose", "dump-header")
        addFormat(to: &output)
        for word in ["trace", "trace-ascii", "stderr", "etag-save", "libcurl"] where outputs(word) { output.refuse("--\(word)") }
        if file != nil {
            for word in ["no-clobber", "skip-existing"] where outputs(word) { output.refuse("--\(word)") }
        }
        let head = last(.output("dump-header"))
        let printsHead = head == "-" || file == nil && (has(.head) || outputs("include", "show-headers"))
        let printsBody = file == nil && !has(.head)
        if printsHead || !printsBody && file == nil { output.parts = (printsHead ? "h" : "") + (printsBody ? "b" : "") }
        if let head, head != "-" { output.headFiles.append(head) }
        guard let file else { return }
        if outputs("include", "show-headers"), !has(.head), file != CommandOutput.nowhere {
            output.refuse("-i with -o \(file)", "-D FILE writes the head to a file of its own")
        }
        if has(.head) {
            // There is no body, and the head is in its place.
            output.headPlace = file
            output.parts = printsHead ? "h" : ""
        } else {
            output.parts = printsHead ? "h" : nil
            output.place = .file(file)
            let sends = last(.upload) != nil || !all(Self.data.union([.form, .formString])).isEmpty
            output.continues = last(.resume) == "-" && file != CommandOutput.nowhere && !sends
        }
    }

    /// The file for the body; nil if it is printed, or if the server names the file.
    private func file(ofURL url: String, at index: Int, _ choices: [String], _ output: inout CommandOutput) -> String? {
        let (remote, null) = (CurlOption.Meaning.output("remote-name"), CurlOption.Meaning.output("out-null"))
        let given = all([.output("output"), remote, null])
        let chosen = given.indices.contains(index) ? given[index] : nil
        guard let meaning = chosen?.meaning ?? (outputs("remote-name-all") ? remote : nil) else { return nil }
        var value = chosen?.value ?? ""
        if meaning == null { return CommandOutput.nowhere }
        if value == "-" { return nil }
        let folder = last(.output("output-dir"))
        if meaning == remote {
            guard has(.head) || !outputs("remote-header-name") else {
                if folder != nil { output.refuse("--output-dir with -J", "-o names the file") }
                output.place = .download
                return nil
            }
            let path = url.withoutScheme.prefix { !"?#".contains($0) }
            value = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? ""
        } else {
            value = CurlPattern.fileName(value, choices)
        }
        if value.isEmpty { output.refuse("an output without the name of a file", "-o names it") }
        return folder.map { value == CommandOutput.nowhere ? value : "\($0)/\(value)" } ?? value
    }

    /// Adds the text of `--write-out`, which may be in a file.
    private func addFormat(to output: inout CommandOutput) {
        let format = last(.output("write-out")) ?? ""
        guard format.hasPrefix("@") else { return output.format = format }
        output.format = files(String(format.dropFirst())) ?? ""
        if output.format.isEmpty { output.refuse("-w \(format)", "the file cannot be read, or is empty") }
    }

    private func addWgetOutput(to output: inout CommandOutput) {
        (output.failingStatus, output.dropsFailedBody) = (400, !outputs("content-on-error"))
        if outputs("server-response") { (output.errorParts, output.showsRedirects) = ("h", true) }
        for word in ["output-file", "directory-prefix"] where outputs(word) { output.refuse("--\(word)") }
        let file = last(.output("output-document")) ?? "-"
        let savesHead = outputs("save-headers") && !has(.head) && file != CommandOutput.nowhere
        if savesHead, file == "-" { output.parts = "hb" }
        guard file != "-" else { return }
        if savesHead { output.refuse("--save-headers with -O \(file)", "-O - prints both") }
        if outputs("no-clobber") { output.refuse("--no-clobber with -O \(file)") }
        if urls.count > 1, file != CommandOutput.nowhere { output.refuse("-O \(file) for several URLs", "write a command for each") }
        (output.place, output.continues) = (.file(file), outputs("continue"))
    }
}
