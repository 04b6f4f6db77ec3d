#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes that put text on the clipboard (OSC 52), also from inside tmux and GNU screen.
enum ClipboardSequence {
    /// What stands between the program and the terminal.
    enum Multiplexer: Hashable {
        case tmux, screen

        /// Finds out from what they set in the environment.
        init?(environment: [String: String]) {
            if environment["TMUX"] != nil {
                self = .tmux
            } else if environment["STY"] != nil {
                self = .screen
            } else {
                return nil
            }
        }
    }

    /// The longest text in UTF-8 bytes: with it the sequence has 100,000, more than which common terminals drop.
    static let limit = 74_994

    /// The sequence for `text`; nil when it is over the limit.
    static func bytes(for text: String, in multiplexer: Multiplexer?) -> String? {
        guard text.utf8.count <= limit else { return nil }
        let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
        switch multiplexer {
        case nil: return plain
        // tmux takes the one with `set-clipboard on` and the other with `allow-passthrough on`; escapes inside are doubled.
        case .tmux: return plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
        case .screen: return chunks(of: plain).map { "\u{1B}P\($0)\u{1B}\\" }.joined()
        }
    }

    /// Pieces of what GNU screen hands on at once, at most 768 bytes (screen's manual, "Virtual Terminal": string sequences).
    private static func chunks(of text: String) -> [Substring] {
        var rest = text[...]
        var chunks: [Substring] = []
        while !rest.isEmpty {
            chunks.append(rest.prefix(512))
            rest = rest.dropFirst(512)
        }
        return chunks
    }
}
