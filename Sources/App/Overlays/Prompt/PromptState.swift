public import Widgets

/// A window with one line to type.
public struct PromptState: Sendable, Equatable {
    /// What the line is for.
    public enum Purpose: Sendable, Equatable {
        /// The name under which the request is saved, in the folder given.
        case saveRequest(folder: String)
        /// A new name of the request.
        case renameRequest
    }

    /// What the line is for.
    public let purpose: Purpose
    /// The window's title.
    public let title: String
    /// What is typed.
    public var field: TextFieldState
    /// Why what was typed cannot be taken.
    public var problem: String?
}
