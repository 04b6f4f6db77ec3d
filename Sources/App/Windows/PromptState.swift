public import Widgets

/// A window with one line to type.
public struct PromptState: Sendable, Equatable {
    /// The purpose of the prompt.
    public enum Purpose: Sendable, Equatable {
        /// The name under which the request is saved, in the folder given.
        case saveRequest(folder: String)
        /// A new name of the request.
        case renameRequest
        /// The name of a request that is made in a folder, behind a sibling.
        case newRequest(folder: String, after: String?)
        /// The name of a folder that is made in another; of a collection where that is empty.
        case newFolder(folder: String)
        /// A new name of something in the tree, or of an environment.
        case rename(path: String)
        /// The name of an environment that is made in a collection.
        case newEnvironment(collection: String)
        /// The value of a secret that is kept beside its environment; it is not shown.
        case secret(name: String, environment: String)
        /// The file to which a body is saved.
        case saveBody(BodyPiece)
        /// A place in the body to go to.
        case place
    }

    /// The purpose of the prompt.
    public internal(set) var purpose: Purpose
    /// The window's title.
    public let title: String
    /// The text typed so far.
    public var field: TextFieldState
    /// Why what was typed cannot be taken.
    public var problem: String?

    /// True while the input is being tried.
    var isWaiting = false
    private let offered: String

    /// A window that offers what stands in the field.
    init(purpose: Purpose, title: String, field: TextFieldState) {
        self.purpose = purpose
        self.title = title
        self.field = field
        offered = field.text
    }

    /// True if the text differs from the one that was offered.
    var isTypedIn: Bool { field.text != offered }

    /// The folder that the name is for, where it can be changed here; nil where there is nothing to choose.
    var folder: String? { if case .saveRequest(let folder) = purpose, !folder.isEmpty { folder } else { nil } }
}
