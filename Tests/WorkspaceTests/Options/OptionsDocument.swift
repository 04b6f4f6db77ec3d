@testable import Workspace

/// `docs/options.md`, made of the table of options.
enum OptionsDocument {
    static var text: String {
        let rows = RequestOption.all.map { option in
            let choices = option.choices.isEmpty || option.choices == ["yes", "no"] ? "" : " One of " + code(option.choices) + "."
            return "| \(option.label) | `\(option.name)` | \(escaped(option.unset)) | \(escaped(option.help))\(choices) |"
        }
        return head + rows.joined(separator: "\n") + "\n"
    }

    private static func code(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("*", with: "\\*") }

    private static let head = """
        # Options

        How a request is sent: the Options tab of a request, and of the window of a collection or folder (`e` in the tree). What is empty is
        inherited from the folder around, then from the collection; the field shows in grey what holds, and who says it. A request's file holds
        them as `options`, with an object for what stands before a dot (`"tls": { "verify": false }`); as text they are lines
        `# @option tls.verify = false`. All take `{{variables}}`, numbers and switches too (`"timeout": "{{timeout}}"`): what they come to is
        looked at when the request is sent. `?` says what the field under the cursor is for.

        A pasted curl command sets them by curl's words, and a request that is copied as a curl command names them by these.

        | field | in the file | where nothing is said | |
        | --- | --- | --- | --- |

        """
}
