import Interchange
import JSON

/// Lays out the texts of a request, and finds where they are broken.
enum BodyFormat {
    /// A place where a text breaks the syntax of its kind.
    struct Fault: Error, Equatable, Sendable {
        /// From 1.
        let line: Int
        /// In characters, from 1.
        let column: Int
        /// In UTF-8 bytes of the line, from 0.
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

    static func name(of section: RequestSection) -> String {
        switch section {
        case .xml: "XML"
        case .json, .graphqlVariables: "JSON"
        default: "text"
        }
    }

    /// The text anew, as its kind is written.
    static func pretty(_ text: String, _ section: RequestSection) -> Result<String, Fault> {
        switch section {
        case .xml:
            do throws(XMLFault) { return .success(try XMLText.pretty(text)) } catch {
                return .failure(Fault(text, at: error.offset, error.message))
            }
        case .json, .graphqlVariables:
            let template = JSONTemplate(text)
            do throws(JSONError) {
                return .success(template.restored(try JSONValue(parsing: template.text).prettyText))
            } catch {
                return .failure(fault(text, error))
            }
        default: return .failure(Fault(text, at: 0, "only JSON and XML can be laid out"))
        }
    }

    /// The fault that keeps GraphQL variables from being a JSON object; nil for an empty text.
    static func fault(inVariables text: String) -> Fault? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        do throws(JSONError) {
            let value = try JSONValue(parsing: JSONTemplate(text).text)
            // What a variable stands for is seen when it is sent.
            let isPossible = value.object != nil || value.isNull || text.trimmed.hasPrefix("{{")
            return isPossible ? nil : Fault(text, at: 0, "expected an object")
        } catch {
            return fault(text, error)
        }
    }

    private static func fault(_ text: String, _ error: JSONError) -> Fault {
        Fault(text, at: error.position.offset, "expected \(error.expected), found \(error.found)")
    }
}
