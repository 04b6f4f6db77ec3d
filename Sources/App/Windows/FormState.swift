public import Widgets
import Workspace

/// A window with a few labelled lines to type, all of them sent at once.
public struct FormState: Sendable, Equatable {
    /// A line to type.
    public struct Field: Sendable, Equatable {
        /// What it is called.
        public let label: String
        /// What is typed.
        public var input: TextFieldState
        /// What else there is to know, shown muted.
        public let note: String

        /// Takes a label, whether what is typed is a secret, and what else there is to know.
        public init(_ label: String, note: String = "", isSecret: Bool = false, text: String = "") {
            self.label = label
            self.note = note
            input = TextFieldState(text: text, isMasked: isSecret)
        }
    }

    /// What the lines are for.
    public enum Purpose: Sendable, Equatable {
        /// Values that a request needs: sent with them.
        case send(SendJob, SendPurpose)
        /// What a login waits for.
        case login(Int)
    }

    /// What the lines are for.
    public let purpose: Purpose
    /// The window's title.
    public let title: String
    /// What stands above the lines.
    public let text: String
    /// The lines.
    public var fields: [Field]
    /// A code that is to be typed in elsewhere.
    public var code: String?
    /// Why what was typed cannot be taken.
    public var problem: String?
    /// The line that has the keys.
    public var selected = 0

    /// The page that a login waits for; nil for other windows.
    public var page: String?

    /// What was sent that the login is for; nil where that is not known.
    var exchange: Exchange.ID?
    /// Whether a login's window was on the screen before.
    var wasShown = false

    /// Whether it waits for a login.
    var isLogin: Bool { if case .login = purpose { true } else { false } }

    /// Whether anything was typed.
    var isTypedIn: Bool { fields.contains { !$0.input.text.isEmpty } }

    /// The values by their labels.
    var values: [String: String] { Dictionary(fields.map { ($0.label, $0.input.text) }) { $1 } }
}
