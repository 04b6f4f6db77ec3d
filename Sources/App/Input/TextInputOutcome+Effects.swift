import Widgets

extension TextInputOutcome {
    /// What is left to do for the clipboard when the mouse was over a text.
    var effects: [Effect] {
        switch self {
        case .copied(let text): [.copy(text, name: "the selection")]
        case .wantsPaste: [.paste]
        default: []
        }
    }
}
