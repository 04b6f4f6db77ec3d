import Platform
public import Workspace

/// Escapes that keep a value on one line: `\n`, `\r`, and a backslash before characters that would end it.
package enum HTTPTextEscape {
    /// The characters that end a method or a header's name, or make the line a comment or a variable.
    static let methodStops = " #/@"
    static let headerStops = ":#/"

    /// The value with the characters of `stops` escaped.
    package static func write(_ text: String, stops: String = "") -> String {
        var result = ""
        let characters = Array(text.unicodeScalars)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            switch character {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\" where next == nil || next.map { "nr\\\n\r".unicodeScalars.contains($0) || stops.unicodeScalars.contains($0) } == true:
                result += "\\\\"
            case _ where stops.unicodeScalars.contains(character): result += "\\" + String(character)
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// The original text of an escaped one.
    package static func read(_ text: some StringProtocol, stops: String = "") -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.first else {
                result.unicodeScalars.append(character)
                continue
            }
            switch next {
            case "n": result += "\n"
            case "r": result += "\r"
            case "\\": result += "\\"
            case _ where stops.unicodeScalars.contains(next): result.unicodeScalars.append(next)
            default:
                result.unicodeScalars.append(character)
                continue
            }
            rest.removeFirst()
        }
        return result
    }

    /// The text before and after the first `separator` without a backslash before it; nil if there is none.
    static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> (String, String)? {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if scalars[index] == "\\", scalars.index(after: index) < scalars.endIndex {
                index = scalars.index(index, offsetBy: 2)
                continue
            }
            if scalars[index] == separator { return (String(text[..<index]), String(text[scalars.index(after: index)...])) }
            index = scalars.index(after: index)
        }
        return nil
    }
}

/// A whole request as editable text, similar to `.http` files: properties without a place in HTTP are in lines that begin with `# @`. A
/// written text is parsed to the same request.
public enum HTTPText {
    /// The maximum length of a text.
    public static let limit = 64 << 20

    /// The text of a request.
    public static func write(_ draft: RequestDraft) -> String { HTTPTextWriter(draft).text }

    /// Parses a text to a request. Properties that a text cannot express, such as the content of other body kinds, stay as in `base`.
    ///
    /// - Throws: the first invalid line.
    public static func read(_ text: String, over base: RequestDraft = RequestDraft()) throws(HTTPTextError) -> RequestDraft {
        try read(text, over: base, options: RequestOptions())
    }

    private static func read(_ text: String, over base: RequestDraft, options: RequestOptions) throws(HTTPTextError) -> RequestDraft {
        guard text.utf8.count <= limit else { throw HTTPTextError(line: 1, message: "the text is longer than \(limit >> 20) MB") }
        var reader = HTTPTextReader(text, over: base, options: options)
        return try reader.run()
    }

    /// Parses a request of a file.
    static func read(_ text: String, fromLine line: Int, options: RequestOptions = RequestOptions()) throws(ImportError) -> RequestDraft {
        do throws(HTTPTextError) {
            let draft = try read(text, over: RequestDraft(), options: options)
            // The workbench keeps what is typed until it is corrected; a file cannot.
            if let option = draft.options.unread.min(by: { $0.key < $1.key }) {
                var options = RequestOptions()
                let expected = RequestOption.named(option.key)?.setText(option.value, in: &options) ?? "another value"
                let place = text.lines.firstIndex { $0.hasPrefix("# @option \(option.key) ") } ?? 0
                throw HTTPTextError(line: place + 1, message: "option \(option.key): expected \(expected), not “\(option.value)”")
            }
            if let capture = draft.captures.first(where: { !$0.unreadSecrecy.isEmpty }) {
                let message = "capture \(capture.variable): expected secret or open, not “\(capture.unreadSecrecy)”"
                throw HTTPTextError(line: 1, message: message)
            }
            return draft
        } catch {
            throw ImportError(error.message, at: .line(line + error.line - 1))
        }
    }

    /// The lines of a request in a file that has directives only Apus writes.
    struct Notation {
        /// The whole request, without variables of the file above it.
        let text: String
        /// The directives that can be added to a request in another notation, on the same lines as in the text.
        let directives: String
        /// The number of the first line.
        let line: Int
        /// True if the body or the authentication is in this notation too.
        let isWhole: Bool
    }

    /// The notation in lines of a file, without empty lines at the end; nil unless one of the lines before the body is a directive that only
    /// Apus writes.
    static func notation(in lines: [Substring], fromLine line: Int) -> Notation? {
        let directives = ownDirectives(lines)
        guard !directives.isEmpty else { return nil }
        let end = lines.lastIndex { !$0.trimmingBlanks.isEmpty } ?? 0
        let request = lines.firstIndex { isRequestLine($0.trimmingBlanks) } ?? end
        func plain(_ index: Int) -> String { directive(lines[index].trimmingBlanks).map { "# @" + $0 } ?? "" }
        let text = lines[...end].enumerated().map { index, line in
            directives[index] != nil ? plain(index) : index < request && line.hasPrefix("@") ? "" : String(line)
        }
        let added = lines[...end].indices.map { directives[$0] == false ? plain($0) : "" }
        return Notation(
            text: text.joined(separator: "\n"), directives: added.joined(separator: "\n"), line: line,
            isWhole: directives.values.contains(true))
    }

    /// Adds the directives of a notation to a request.
    static func adding(_ notation: Notation, to draft: RequestDraft) throws(ImportError) -> RequestDraft {
        let additions = try read(notation.directives + "\nGET x", fromLine: notation.line, options: draft.options)
        var result = draft
        result.options = additions.options
        result.variables += additions.variables
        result.pathParameters += additions.pathParameters
        result.captures += additions.captures
        result.assertions += additions.assertions
        result.docs = [draft.docs, additions.docs].filter { !$0.isEmpty }.joined(separator: "\n")
        return result
    }

    /// True for a line that is neither empty nor a comment, a directive or a variable, which stand above the request line.
    private static func isRequestLine(_ line: Substring) -> Bool { !line.isEmpty && !["#", "//", "@"].contains(where: line.hasPrefix) }

    /// The indices of the lines with directives that only Apus writes; true for those of a body or an authentication in its notation.
    private static func ownDirectives(_ lines: [Substring]) -> [Int: Bool] {
        var found: [Int: Bool] = [:]
        var hasRequestLine = false
        for (index, line) in lines.lazy.map(\.trimmingBlanks).enumerated() {
            if line.isEmpty, hasRequestLine { break }
            if let text = directive(line) {
                let name = (text.hasPrefix("off ") ? text.dropFirst(4) : text).prefix { $0 != " " }
                if isOwnDirective(text) { found[index] = !["capture", "assert", "path", "option", "var", "docs"].contains(name) }
            } else if isRequestLine(line) {
                hasRequestLine = true
            }
        }
        return found
    }

    /// The text of a directive after its sign, which other programs write as `# @`, `#@` or `// @`; nil for another line.
    private static func directive(_ line: Substring) -> Substring? {
        guard line.hasPrefix("#") || line.hasPrefix("//") else { return nil }
        let text = line.drop { $0 == "#" || $0 == "/" }.trimmingBlanks
        return text.hasPrefix("@") ? text.dropFirst() : nil
    }

    /// The name and value of a comment that is a check in the notation of Apus, well-formed or not; nil for another line.
    static func check(in line: Substring) -> (name: String, value: String)? {
        guard let text = directive(line) else { return nil }
        let (name, value) = text.splitOnce(at: " ")
        return Assertion.form(ofDirective: name) == nil ? nil : (name, value ?? "")
    }

    /// True for the name and value of a directive that only Apus writes.
    static func isOwnDirective(_ text: some StringProtocol) -> Bool {
        let text = Substring(text)
        let name = text.prefix { $0 != " " }
        let value = text.dropFirst(name.count + 1)
        return switch name {
        case "auth": AuthDraft.Kind(rawValue: String(value)) != nil
        case "body": BodyDraft.Kind(rawValue: String(value)) != nil
        case "capture", "assert": value.contains(" | ")
        case "path", "var": Row(httpText: value, isEnabled: true) != nil
        case "docs": !value.isEmpty
        case "option": Row(httpText: value, isEnabled: true).flatMap { RequestOption.named($0.name) } != nil
        default: name == "off" || name.hasPrefix("auth.")
        }
    }

    /// A warning about a line that looks like a second request, as in files with several: it is parsed as a part of the body. Nil if there
    /// is none.
    public static func doubt(about text: String) -> String? {
        // Compares bytes for speed, since a body may have megabytes.
        guard hasMark(text) else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { !isBlank($0) && !isComment($0) }),
            let body = lines[first...].firstIndex(where: isBlank),
            let mark = lines[body...].indices.first(where: { lines[$0].starts(with: "###".utf8) && beginsRequest(lines[($0 + 1)...]) })
        else { return nil }
        return "line \(mark + 1): ### begins another request in other programs; here it is a part of the body"
    }

    /// True if a line other than the first one begins with ###.
    private static func hasMark(_ text: String) -> Bool {
        let (lineEnd, mark) = (UInt8(ascii: "\n"), UInt8(ascii: "#"))
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.dropLast(3).contains {
                bytes[$0] == lineEnd && bytes[$0 + 1] == mark && bytes[$0 + 2] == mark && bytes[$0 + 3] == mark
            }
        } ?? true
    }

    private static func isBlank(_ line: Substring.UTF8View) -> Bool { line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }

    private static func isComment(_ line: Substring.UTF8View) -> Bool {
        let start = Substring(line).drop { $0 == " " || $0 == "\t" }
        return ["#", "//", "@"].contains { start.hasPrefix($0) }
    }

    /// True if the first line that is not a comment is a method and a URL.
    private static func beginsRequest(_ lines: ArraySlice<Substring.UTF8View>) -> Bool {
        guard let line = lines.first(where: { !isBlank($0) && !isComment($0) }) else { return false }
        let words = Substring(line).split { $0.isWhitespace }
        guard words.count > 1, words[0].allSatisfy({ $0.isUppercase && $0.isASCII }) else { return false }
        return words[1].contains("://") || ["/", "{{"].contains { words[1].hasPrefix($0) } || words[words.count - 1].hasPrefix("HTTP/")
    }
}

extension Row {
    /// Reads `name = value` on a line; nil without an equals sign. Spaces around it are optional.
    init?(httpText text: some StringProtocol, isEnabled: Bool) {
        guard let (name, value) = HTTPTextEscape.split(text, at: "=") else { return nil }
        let front = name.hasSuffix(" ") ? String(name.dropLast()) : name
        let back = value.hasPrefix(" ") ? String(value.dropFirst()) : value
        self.init(HTTPTextEscape.read(front, stops: "=#"), HTTPTextEscape.read(back), isEnabled: isEnabled)
    }
}

/// The reason why a text is not a valid request, with the line.
public struct HTTPTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The mistake and the expected form.
    public let message: String

    /// The place and the message.
    public var description: String { "line \(line): \(message)" }
}
