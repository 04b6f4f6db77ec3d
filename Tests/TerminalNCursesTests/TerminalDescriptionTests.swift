import Screen
import Testing

@testable import TerminalNCurses

/// Replies of a terminal are described; missing replies do not block.
@Suite struct TerminalDescriptionTests {
    private let type = TerminalType(name: "xterm-256color", colors: .direct)

    private func describe(_ parts: [String], environment: [String: String] = ["TERM": "xterm-256color"]) -> [String: String] {
        var replies = TerminalReplies(PictureSupport(.auto, environment: environment))
        _ = replies.queries(isModern: true)
        for part in parts { replies.append(Array(part.utf8)[...]) }
        return Dictionary(uniqueKeysWithValues: replies.facts(type, environment).map { ($0.name, $0.value) })
    }

    private static let modern =
        "\u{1B}[?1u\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?1006;2$y\u{1B}[?2004;1$y\u{1B}[?2026;0$y"
        + "\u{1B}[6;20;10t\u{1B}[?62;4;22c"

    @Test(arguments: [1, 7, 1000]) func `replies are read however they are split`(size: Int) {
        let bytes = Array(Self.modern.utf8)
        let parts = stride(from: 0, to: bytes.count, by: size).map { start in
            String(decoding: bytes[start..<min(start + size, bytes.count)], as: UTF8.self)
        }
        let facts = describe(parts)
        #expect(facts["name"] == "kitty(0.35.2)")
        #expect(facts["colours"] == "24-bit")
        #expect(facts["background"] == "dark, rgb(28, 28, 28)")
        #expect(facts["keys"]?.hasPrefix("all") == true)
        #expect(facts["mouse"] == "supported" && facts["paste"] == "supported" && facts["whole frames"] == "not supported")
        #expect(facts["pictures"]?.contains("10×20") == true)
    }

    @Test func `describes a terminal that replies to one query only`() {
        let facts = describe(["\u{1B}[?6c"])
        #expect(facts["name"] == nil && facts["background"] == nil)
        #expect(facts["mouse"] == "not known" && facts["pictures"] == "half blocks")
    }

    @Test func `the last query is one that every terminal answers`() {
        var replies = TerminalReplies(PictureSupport(.auto, environment: [:]))
        #expect(replies.queries(isModern: false).hasSuffix("\u{1B}[c"))
        replies.append(Array("\u{1B}[?2004;2$y".utf8)[...])
        #expect(!replies.isComplete)
        replies.append(Array("\u{1B}[?1;2c".utf8)[...])
        #expect(replies.isComplete)
    }

    @Test func `reports a terminal that does not reply`() {
        #expect(Set(describe([]).keys) == ["colours", "replies"])
    }
}
