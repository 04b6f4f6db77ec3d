import Widgets

extension TextInputOutcome {
    /// The clipboard effects of a text field's outcome.
    var effects: [Effect] {
        switch self {
        case .copied(let text): [.copy(text, name: "the selection")]
        case .wantsPaste: [.paste]
        default: []
        }
    }
}
