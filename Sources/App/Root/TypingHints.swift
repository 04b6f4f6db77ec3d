import Screen
import Widgets

extension AppState {
    /// The keys of what is being typed, before those that work everywhere.
    var typingHints: [FooterHint<Message>] {
        if focus == .request, request.completion != nil {
            return [("Tab", Key(.tab), "take"), ("Esc", Key(.escape), "close list")].map {
                FooterHint<Message>(key: $0, label: $2, message: .input(.key($1)))
            }
        }
        if let area = typedArea { return hints(of: area) }
        let done = escapeHint
        if focus == .response, response.query?.isTyping == true {
            return [FooterHint<Message>(key: "Enter", label: "run", message: .input(.key(Key(.enter)))), done]
        }
        guard focus == .request, request.part == .url else { return [done] }
        return [FooterHint<Message>(key: "Enter", label: "send", message: .request(.submit(.send))), done]
    }

    /// Escape leads from INSERT to NORMAL, and from there out of the text.
    private func hints(of area: TextAreaState) -> [FooterHint<Message>] {
        func press(_ key: Key, _ shown: String, _ label: String) -> FooterHint<Message> {
            FooterHint<Message>(key: shown, label: label, message: .input(.key(key)))
        }
        if area.isTypingReplacement {
            return [
                press(Key(.enter), "Enter", "replace"), press(.alt("r"), KeyNotation.show([.alt("r")]), "all"),
                press(Key(.tab), "Tab", "find"), press(Key(.escape), "Esc", "close"),
            ]
        }
        if area.isFinding { return [press(Key(.enter), "Enter", "find"), press(Key(.escape), "Esc", "close")] }
        switch area.modeName {
        case nil: return [escapeHint]
        case "NORMAL":
            let palette = keymap.shownKey(of: "application.commandLine").map {
                FooterHint<Message>(key: $0, label: "palette", message: .application(.showPalette))
            }
            return [press(.character("i"), "i", "insert")] + [palette].compactMap(\.self)
                + [escapeHint]
        default: return [press(Key(.escape), "Esc", "normal")]
        }
    }

    /// The hint for Escape; a click on it presses the key.
    private var escapeHint: FooterHint<Message> {
        let area = request.currentArea.map { request[keyPath: $0] }
        let closes = focus != .request || area?.isFinding == true
        return FooterHint<Message>(key: "Esc", label: closes ? "close" : "done", message: .input(.key(Key(.escape))))
    }
}
