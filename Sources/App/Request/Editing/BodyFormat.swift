import Interchange
import JSON
import Widgets
import Workspace

/// The syntax of a text in the request.
enum TextSyntax {
    case plain, json
    /// JSON that must be an object, such as GraphQL variables.
    case jsonObject
    case xml, graphql, javaScript, markdown
    /// A whole request.
    case http

    /// The name in messages.
    var name: String {
        switch self {
        case .json, .jsonObject: "JSON"
        case .xml: "XML"
        case .plain, .graphql, .javaScript, .markdown, .http: "text"
        }
    }

    /// The file name suffix, from which an external editor knows the language.
    var fileSuffix: String {
        switch self {
        case .json, .jsonObject: ".json"
        case .xml: ".xml"
        case .graphql: ".graphql"
        case .javaScript: ".js"
        case .markdown: ".md"
        case .http: ".http"
        case .plain: ".txt"
        }
    }

    /// True if the text is checked during typing.
    var isChecked: Bool { [.json, .jsonObject, .xml].contains(self) }

    /// True if brackets and quotes are completed.
    var closesBrackets: Bool { [.json, .jsonObject, .graphql].contains(self) }
}

/// Formats the texts of a request and finds syntax errors in them.
enum BodyFormat {
    struct SyntaxError: Error, Equatable, Sendable {
        /// The line, from 1.
        let line: Int
        /// The column in characters, from 1.
        let column: Int
        /// The offset in the line, in UTF-8 bytes, from 0.
        let offset: Int
        let message: String

        init(_ text: String, at offset: Int, _ message: String) {
            let before = text.utf8.prefix(offset)
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) } ?? before.startIndex
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            self.offset = before[lineStart...].count
            column = String(Substring(before[lineStart...])).count + 1
            self.message = message
        }
    }

    /// The formatted text.
    static func pretty(_ text: String, _ syntax: TextSyntax) -> Result<String, SyntaxError> {
        switch syntax {
        case .xml:
            do throws(XMLError) { return .success(try XMLText.pretty(text)) } catch {
                return .failure(SyntaxError(text, at: error.offset, error.message))
            }
        case .json, .jsonObject:
            let template = JSONTemplate(text)
            do throws(JSONError) {
                return .success(template.restored(try JSONValue(parsing: template.text).prettyText))
            } catch {
                return .failure(fault(text, error))
            }
        case .plain, .graphql, .javaScript, .markdown, .http:
            return .failure(SyntaxError(text, at: 0, "only JSON and XML can be formatted"))
        }
    }

    /// The first syntax error in a text; nil if there is none or the text is empty.
    static func fault(in text: String, _ syntax: TextSyntax) -> SyntaxError? {
        guard syntax.isChecked, text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard syntax != .xml else {
            if case .failure(let fault) = pretty(text, .xml) { return fault }
            return nil
        }
        do throws(JSONError) {
            let value = try JSONValue(parsing: JSONTemplate(text).text)
            // GraphQL variables are an object. A variable may expand to one when the request is sent.
            let isPossible = syntax == .json || value.object != nil || value.isNull || text.trimmed.hasPrefix("{{")
            return isPossible ? nil : SyntaxError(text, at: 0, "expected an object")
        } catch {
            return fault(text, error)
        }
    }

    private static func fault(_ text: String, _ error: JSONError) -> SyntaxError {
        SyntaxError(text, at: error.position.offset, "expected \(error.expected), found \(error.found)")
    }
}

/// A text to format or check outside the main actor, since it may have megabytes.
struct FormatJob: Sendable, Equatable {
    /// The use of the result.
    enum Purpose: Sendable, Equatable {
        /// The formatted text replaces the text.
        case format
        /// A message says whether the text is valid.
        case validate
        /// A fault is marked in the text.
        case mark
    }

    let section: RequestSection
    /// The text at the time of the command.
    let area: TextAreaState
    let purpose: Purpose
    /// The number of the command; the result of an earlier or a cancelled one is dropped.
    var number = 0

    /// Formats or checks the text; takes time proportional to its length.
    var result: FormatResult {
        if purpose == .mark {
            return FormatResult(job: self, outcome: BodyFormat.fault(in: area.text, section.syntax).map { .broken($0) } ?? .wellFormed)
        }
        switch BodyFormat.pretty(area.text, section.syntax) {
        case .failure(let fault): return FormatResult(job: self, outcome: .broken(fault))
        case .success where purpose == .validate: return FormatResult(job: self, outcome: .wellFormed)
        case .success(let text):
            var formatted = area
            if text != area.text { formatted.replaceAll(with: text) }
            return FormatResult(job: self, outcome: .formatted(formatted))
        }
    }
}

/// The result of formatting or validating a text.
struct FormatResult: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
        case formatted(TextAreaState)
        case wellFormed
        case broken(BodyFormat.SyntaxError)
    }

    let job: FormatJob
    let outcome: Outcome
}

/// JSON with variables instead of values: `{"age": {{age}}}`. Each variable is replaced by a string of the same length, so that the text
/// can be parsed and its offsets stay the same.
struct JSONTemplate {
    /// A private-use character, which normal text does not contain.
    private static let sign = "\u{E000}"

    /// The text with placeholders, as JSON.
    let text: String
    /// The variable after each placeholder, in order.
    private let variables: [String]

    init(_ source: String) {
        guard Template.mayRefer(source[...]) else {
            (text, variables) = (source, [])
            return
        }
        var text = ""
        var variables: [String] = []
        var isInString = false
        let isPlain = !source.contains(Self.sign)
        var rest = source[...]
        while let character = rest.first {
            if character == "\\", isInString {
                text += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if !isInString, rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}"), !rest[..<end.lowerBound].contains("\n"),
                isPlain, !rest[..<end.lowerBound].contains("\""), rest[..<end.upperBound].utf8.count > 4
            {
                let name = String(rest[..<end.upperBound])
                variables.append(name)
                text += "\"" + Self.sign + String(repeating: "x", count: name.utf8.count - 5) + "\""
                rest = rest[end.upperBound...]
            } else {
                if character == "\"" { isInString.toggle() }
                text.append(character)
                rest.removeFirst()
            }
        }
        self.text = text
        self.variables = variables
    }

    /// A text made from ``text``, with the variables instead of the placeholders.
    func restored(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        for variable in variables {
            let sign = "\"" + Self.sign + String(repeating: "x", count: variable.utf8.count - 5) + "\""
            guard let found = rest.firstRange(of: sign) else { continue }
            result += rest[..<found.lowerBound] + variable
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}
