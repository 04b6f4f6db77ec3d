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

        Options define how a request is sent. They are in the Options tab of a request, and of the window of a collection or folder (`e` in the
        tree). An empty option is inherited from the innermost folder that sets it, or from the collection; its field shows the inherited value and
        its origin in grey. `i` explains the option under the cursor; the window of a collection or folder explains it below its rows.

        The file of a request contains them as `options`. A dot in a name means a nested object (`"tls": { "verify": false }`). Lists
        are arrays of texts (`"noProxy": ["localhost"]`), statuses arrays of numbers (`"retry": { "statuses": [503, 504] }`), sizes and rates whole
        numbers of bytes. In the text of a request they are lines such as `# @option tls.verify = false`. All values may contain `{{variables}}`, also numbers and switches
        (`"timeout": "{{timeout}}"`); these are checked when the request is sent. A pasted curl command sets options, and a copied curl command
        contains them ([pasting.md](pasting.md)).

        | field | in the file | default | |
        | --- | --- | --- | --- |

        """
}
