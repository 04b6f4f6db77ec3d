import Screen
import Widgets

/// The keys of what is being typed, before those that work everywhere.
enum TypingHints {
    static func hints(_ state: AppState) -> [FooterHints.Hint] {
        if state.focus == .request, state.request.completion != nil {
            return [("Tab", Key(.tab), "take"), ("Esc", Key(.escape), "close list")].map {
                FooterHints.Hint(key: $0, label: $2, message: .input(.key($1)))
            }
        }
        if let area = state.typedArea { return hints(of: area, state) }
        let done = escape(state)
        if state.focus == .response, state.response.query?.isTyping == true {
            return [FooterHints.Hint(key: "Enter", label: "run", message: .input(.key(Key(.enter)))), done]
        }
        guard state.focus == .request, state.request.part == .url else { return [done] }
        return [FooterHints.Hint(key: "Enter", label: "send", message: .request(.send)), done]
    }

    /// Escape leads from INSERT to NORMAL, and from there out of the text.
    private static func hints(of area: TextAreaState, _ state: AppState) -> [FooterHints.Hint] {
        func press(_ key: Key, _ shown: String, _ label: String) -> FooterHints.Hint {
            FooterHints.Hint(key: shown, label: label, message: .input(.key(key)))
        }
        if area.isTypingReplacement {
            return [
                press(Key(.enter), "Enter", "replace"), press(.alt("r"), KeyNotation.show([.alt("r")]), "all"),
                press(Key(.tab), "Tab", "find"), press(Key(.escape), "Esc", "close"),
            ]
        }
        if area.isFinding { return [press(Key(.enter), "Enter", "find"), press(Key(.escape), "Esc", "close")] }
        switch area.modeName {
        case nil: return [escape(state)]
        case "NORMAL":
            let palette = state.keymap.shownKey(of: "application.commandLine").map {
                FooterHints.Hint(key: $0, label: "palette", message: .application(.showPalette))
            }
            return [press(.character("i"), "i", "insert")] + [palette].compactMap(\.self)
                + [escape(state)]
        default: return [press(Key(.escape), "Esc", "normal")]
        }
    }

    /// The hint for Escape; a click on it presses the key.
    private static func escape(_ state: AppState) -> FooterHints.Hint {
        let area = state.request.currentArea.map { state.request[keyPath: $0] }
        let closes = state.focus != .request || area?.isFinding == true
        return FooterHints.Hint(key: "Esc", label: closes ? "close" : "done", message: .input(.key(Key(.escape))))
    }
}
