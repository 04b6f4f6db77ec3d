public import Engine
public import Widgets
import Workspace

/// A window with a few labelled lines to type, all of them sent at once.
public struct FormState: Sendable, Equatable {
    /// A line to type.
    public struct Field: Sendable, Equatable {
        /// The label in front of the field.
        public let label: String
        /// The text typed so far.
        public var input: TextFieldState
        /// A note shown muted behind the field.
        public let note: String

        /// Takes a label, whether what is typed is a secret, and what else there is to know.
        public init(_ label: String, note: String = "", isSecret: Bool = false, text: String = "") {
            self.label = label
            self.note = note
            input = TextFieldState(text: text, isMasked: isSecret)
        }
    }

    /// The purpose of the form.
    public enum Purpose: Sendable, Equatable {
        /// Values that a request needs: sent with them.
        case send(SendJob, SendPurpose)
        /// A login that waits for a person, by its number.
        case login(Int)
    }

    /// The purpose of the form.
    public let purpose: Purpose
    /// The window's title.
    public let title: String
    /// The text above the fields.
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

    /// The exchange that the login is for; nil if that is not known.
    var exchange: Exchange.ID?
    /// True if the window of this login was on the screen before.
    var wasShown = false

    /// True if the form belongs to a login.
    var isLogin: Bool { if case .login = purpose { true } else { false } }

    /// True if anything was typed.
    var isTypedIn: Bool { fields.contains { !$0.input.text.isEmpty } }

    /// The values by their labels.
    var values: [String: String] { Dictionary(fields.map { ($0.label, $0.input.text) }) { $1 } }
}
