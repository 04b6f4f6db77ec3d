import JSON
import Platform
public import Workspace

/// The text of a URL-encoded form (`application/x-www-form-urlencoded`, URL Standard) as rows.
public enum FormText {
    /// A row for each pair between `&`, with escapes decoded, since rows are escaped when they are sent.
    public static func rows(of text: some StringProtocol) -> [Row] {
        text.split(separator: "&").map { item in
            let pair = Row(item: item)
            return Row(decoded(pair.name), decoded(pair.value), isBare: pair.isBare)
        }
    }

    /// The rows as text; variables stay unchanged.
    static func text(of rows: [Row]) -> String {
        rows.map { row in
            let name = encoded(row.name)
            return row.isBare && row.value.isEmpty ? name : "\(name)=\(encoded(row.value))"
        }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String { URLParts.encoded(text).replacing("%20", with: "+") }

    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}

extension Row {
    /// Creates a row from an item of a query or form: `name=value`, or only a name.
    init(item: some StringProtocol) {
        let (name, value) = item.splitOnce(at: "=")
        self.init(name, value ?? "", isBare: value == nil)
    }

    /// The pair of a form; a bare row has no value.
    var formItem: URLQueryItem { URLQueryItem(name: name, value: isBare && value.isEmpty ? nil : value) }
}

extension [Row] {
    /// The value of the last enabled header `Content-Type`.
    var contentType: String? { last { $0.isEnabled && $0.isNamed("content-type") }?.value }
}

extension Row {
    /// The row of a query in which a plus is literal, as in programs that encode it.
    var escapingPlus: Row { escaping(["+": "%2B"]) }

    /// The row of a query in which a plus and a percent sign are literal, as in programs that encode whole values.
    var escapingQuery: Row { escaping(["+": "%2B", "%": "%25"]) }

    /// The row with these characters replaced, but not in references to variables.
    private func escaping(_ escapes: [Character: String]) -> Row {
        guard [name, value].contains(where: { $0.contains { escapes[$0] != nil } }) else { return self }
        func escaped(_ text: String) -> String {
            let references = Template(text).parts.compactMap { if case .reference(_, let range) = $0 { range } else { nil } }
            var (result, place) = ("", text.startIndex)
            for range in references + [text.endIndex..<text.endIndex] {
                result += text[place..<range.lowerBound].map { escapes[$0] ?? String($0) }.joined() + text[range]
                place = range.upperBound
            }
            return result
        }
        var row = self
        (row.name, row.value) = (escaped(name), escaped(value))
        return row
    }
}

/// A URL as written, split from its query.
enum URLParts {
    /// The URL without its query, and the query's rows, as written. An empty item (`a=1&&b=2`) is a row too. A fragment stays with the URL.
    static func split(_ text: String) -> (url: String, query: [Row]) {
        let end = index(of: "#", in: text) ?? text.endIndex
        guard let mark = index(of: "?", in: text), mark < end else { return (text, []) }
        let query = text[text.index(after: mark)..<end]
        let items = query.split(separator: "&", omittingEmptySubsequences: query.isEmpty)
        return (String(text[..<mark] + text[end...]), items.map { Row(item: $0) })
    }

    /// The text with all but unreserved characters escaped (RFC 3986, section 2.3); variables stay unchanged.
    static func encoded(_ text: String) -> String {
        Template(text).parts.map { part in
            switch part {
            case .reference(let name, _): "{{\(name)}}"
            case .text(let text):
                LiteralBraces.removed(text).utf8.map { byte in
                    let character = Character(Unicode.Scalar(byte))
                    let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
                    let digits = String(byte, radix: 16, uppercase: true)
                    return isPlain ? String(character) : "%" + (digits.count < 2 ? "0" : "") + digits
                }.joined()
            }
        }.joined()
    }

    /// The first occurrence of a character outside references (`{{?id}}`).
    private static func index(of character: Character, in text: String) -> String.Index? {
        guard var found = text.firstIndex(of: character) else { return nil }
        guard text.contains("{{") else { return found }
        for case .reference(_, let range) in Template(text).parts where range.contains(found) {
            guard let next = text[range.upperBound...].firstIndex(of: character) else { return nil }
            found = next
        }
        return found
    }
}

/// A request imported from a command or text.
public struct ImportedRequest: Hashable, Sendable {
    /// The request, as far as it could be parsed.
    public var draft: RequestDraft
    /// The parts that were omitted, as sentences.
    public var losses: [String] = []
    /// The parts that a program would read in another way, as sentences.
    public var changes: [String] = []
    /// The output of the command; the usual one for what is no command.
    public var output = CommandOutput()
}

/// The output that the options of a command ask for, for a program that sends its request. By default, the body of the response is printed.
public struct CommandOutput: Hashable, Sendable {
    /// The place of a body.
    public enum Place: Hashable, Sendable {
        case standardOutput
        case file(String)
        /// A new file with the name that the server or the URL gives.
        case download
    }

    /// The place of the body.
    public var place = Place.standardOutput
    /// True if the response continues the file, as far as that has come.
    public var continues = false
    /// True if a download is printed where standard output is no terminal.
    public var printsDownloadInPipe = false
    /// The parts that are printed, as letters: H and B are head and body of the request, h and b those of the response; nil for the usual ones.
    public var parts: String?
    /// The heads that are written to standard error, as letters H and h.
    public var errorParts = ""
    /// The files that get the heads of all responses of the command.
    public var headFiles: [String] = []
    /// The file that gets the head of the response in place of its old content, as it would get a body; nil for none.
    public var headPlace: String?
    /// True if the heads of followed redirects come before that of the response.
    public var showsRedirects = false
    /// True if missing folders of files are created.
    public var createsFolders = false
    /// The text with variables of curl's `--write-out` that is printed after the body; empty for none.
    public var format = ""
    /// True if JSON is formatted, false if it is not; nil if it is formatted on a terminal.
    public var isFormatted: Bool?
    /// True with colours, false without; nil as usual.
    public var hasColors: Bool?
    /// The lowest status that is a failure; nil if none is.
    public var failingStatus: Int?
    /// True if the body of a failure is neither printed nor written to a file.
    public var dropsFailedBody = false
    /// The reason why it cannot be done, as a sentence; nil if it can.
    public var refusal: String?
    /// The losses that concern only the output; they are among the losses of the request too.
    public var omissions: [String] = []

    /// The usual output.
    public init() {}

    /// The file that keeps nothing.
    static let nowhere = "/dev/null"

    /// The output without the marks of braces in its texts.
    var withoutMarks: CommandOutput {
        var output = self
        if case .file(let path) = place { output.place = .file(LiteralBraces.removed(path)) }
        output.headFiles = headFiles.map(LiteralBraces.removed)
        output.headPlace = headPlace.map(LiteralBraces.removed)
        output.format = LiteralBraces.removed(format)
        output.refusal = refusal.map(LiteralBraces.removed)
        output.omissions = omissions.map(LiteralBraces.removed)
        return output
    }

    /// Refuses an option, unless an earlier one was refused already.
    mutating func refuse(_ words: String, _ advice: String = "remove it") {
        if refusal == nil { refusal = "\(words) has no equivalent here: \(advice)" }
    }
}

extension ImportedRequest {
    /// The request with marked braces escaped, or with all of them.
    func escapingBraces(all: Bool) -> ImportedRequest {
        ImportedRequest(
            draft: draft.escapingBraces(all: all), losses: losses.map(LiteralBraces.removed), changes: changes.map(LiteralBraces.removed),
            output: output.withoutMarks)
    }
}

extension [ImportedRequest] {
    /// The first of the requests of a command, which has one. Its losses name the number of the others.
    var onlyFirst: ImportedRequest {
        var first = self[0]
        if count > 1 { first.losses.append("only the first of \(count) URLs is imported") }
        return first
    }
}

extension JSONPathText {
    /// The path of a program that allows more than RFC 9535 after a dot, in its notation: `$[0]['a-b'].c` for `$.0.a-b.c`. Brackets stay as
    /// they are.
    static func standard(_ path: String) -> String {
        guard path.hasPrefix("$") else { return path }
        var result = "$"
        var rest = path.dropFirst()
        while let first = rest.first {
            if first == "[" {
                let selector = selector(rest)
                result += selector
                rest = rest[selector.endIndex...]
            } else {
                let dots = rest.prefix { $0 == "." }
                let name = rest[dots.endIndex...].prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
                // Something else, such as a function: the path stays as it was.
                guard !dots.isEmpty || !name.isEmpty else { return path }
                let isDescendant = dots.count == 2
                if !name.isEmpty, name.allSatisfy(\.isNumber) {
                    result += "\(isDescendant ? ".." : "")[\(name)]"
                } else if name.contains("-") || name.first?.isNumber == true {
                    result += "\(isDescendant ? ".." : "")['\(name)']"
                } else {
                    result += dots + name
                }
                rest = rest[name.endIndex...]
                if name.isEmpty, let other = rest.first, other != "[" {
                    result.append(other)
                    rest.removeFirst()
                }
            }
        }
        return result
    }

    /// The text to the bracket that closes the first one; brackets within quotes do not count.
    private static func selector(_ text: Substring) -> Substring {
        var (depth, quote): (Int, Character?) = (0, nil)
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "[" {
                depth += 1
            } else if character == "]" {
                depth -= 1
                if depth == 0 { return text[...index] }
            }
        }
        return text
    }
}
