import Screen
import Testing

@testable import App

@Suite struct KeymapTests {
    @Test func theFirstMatchingScopeWins() {
        let keymap = Keymap()
        #expect(keymap.match([.character("e")], in: [.request, .nav, .everywhere]) == .command("request.edit"))
        #expect(keymap.match([.character("e")], in: [.history, .nav, .everywhere]) == .command("history.edit"))
        #expect(keymap.match([.function(5)], in: [.everywhere]) == .command("request.send"))
    }

    @Test func aPrefixWaitsForTheNextKey() {
        let keymap = Keymap()
        #expect(keymap.match([.character("g")], in: [.nav]) == .prefix)
        #expect(keymap.match([.character("g"), .character("g")], in: [.nav]) == .command("move.top"))
        #expect(keymap.match([.character("g"), .character("Z")], in: [.nav]) == .none)
        let next = keymap.continuations(of: [.character("g")], in: [.nav]).map(\.command)
        #expect(next.contains("move.top") && next.contains("tab.next"))
    }

    @Test func `the keys after a prefix are in the order of letters, small ones first`() {
        let keymap = Keymap(changes: [
            "request.send": [[.character("z"), .character("B")]], "request.save": [[.character("z"), .character("b")]],
            "request.preview": [[.character("z"), .character("c")]],
        ])
        let next = keymap.continuations(of: [.character("z")], in: [.everywhere]).map { KeyNotation.write($0.keys) }
        #expect(next == ["b", "B", "c"])
    }

    @Test func userKeysReplaceDefaultKeys() {
        let keymap = Keymap(changes: ["request.send": [[.function(9)]]])
        #expect(keymap.match([.function(9)], in: [.everywhere]) == .command("request.send"))
        #expect(keymap.match([.function(5)], in: [.everywhere]) == .none)
        #expect(keymap.shownKey(of: "request.send") == "F9")
    }
}
