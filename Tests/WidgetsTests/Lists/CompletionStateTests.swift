import Screen
import Testing

@testable import Widgets

private let headers = [CompletionItem("Accept"), CompletionItem("Accept-Encoding"), CompletionItem("Content-Type", detail: "text")]

@Suite struct CompletionStateTests {
    @Test(arguments: [("acc", ["Accept", "Accept-Encoding"]), ("ct", ["Content-Type"]), ("Accept", ["Accept", "Accept-Encoding"])])
    func `matching items are offered, the best first`(typed: String, expected: [String]) {
        #expect(
            CompletionState(headers, typed: typed, replacing: 0..<3)?.items.map(\.text).prefix(expected.count).elementsEqual(expected)
                == true)
    }

    @Test func `items of a lower group come first`() {
        let items = [CompletionItem("abc", group: 1), CompletionItem("xaxbxc"), CompletionItem("abcd")]
        #expect(CompletionState(items, typed: "abc", replacing: 0..<3)?.items.map(\.text) == ["abcd", "xaxbxc", "abc"])
        #expect(CompletionState(items, typed: "", replacing: 0..<0)?.items.map(\.text) == ["xaxbxc", "abcd", "abc"])
    }

    @Test(arguments: [
        ("/us", true), ("127.0.0.1:8815/us", true), ("http://127", true), ("users", true), ("sers", false), ("8815/users", false),
    ])
    func `the key for an address accepts one that has the typed text at a slash`(typed: String, isAccepted: Bool) {
        let address = CompletionItem("http://127.0.0.1:8815/users")
        let completion = CompletionState([address], typed: typed, replacing: 0..<3, onlyContinuations: true)
        #expect(completion?.acceptKeys == (isAccepted ? [Key(.tab)] : []))
    }

    @Test(arguments: ["xyz", "Content-Type"])
    func `a list without a match is not offered`(typed: String) {
        #expect(CompletionState(headers, typed: typed, replacing: 0..<3) == nil)
    }

    @Test func `a name typed in full in other letters is accepted by no key`() throws {
        let names = headers + [CompletionItem("Content-Type-Options")]
        let completion = try #require(
            CompletionState(names, typed: "content-type", replacing: 0..<12, enterAccepts: true, ignoringCase: true))
        #expect(completion.current == headers[2] && completion.acceptKeys == [])
        #expect(CompletionState(headers, typed: "content-type", replacing: 0..<12, ignoringCase: true) == nil)
        // Elsewhere the letters count.
        #expect(CompletionState(headers, typed: "content-type", replacing: 0..<12)?.acceptKeys == [Key(.tab)])
    }

    @Test(arguments: [
        ("<tab>", CompletionState.Outcome?.some(.accepted(headers[0]))), ("<down><tab>", .accepted(headers[0])),
        ("<down><down><cr>", .accepted(headers[1])), ("<up><cr>", .accepted(headers[2])), ("<cr>", nil), ("<esc>", .closed), ("x", nil),
        ("<down>", .moved), ("<down><down><down><down><cr>", .accepted(headers[0])),
    ])
    func `keys select, and Enter accepts only a selection`(typed: String, expected: CompletionState.Outcome?) throws {
        var completion = try #require(CompletionState(headers, typed: "", replacing: 0..<0))
        #expect(keys(typed).map { completion.handle($0) }.last == expected)
    }

    @Test func `a click accepts an item`() throws {
        var completion = try #require(CompletionState(headers, typed: "", replacing: 0..<0))
        let frame = completion.frame(below: Point(x: 2, y: 0), in: Rect(x: 0, y: 0, width: 40, height: 10))
        #expect(frame == Rect(x: 0, y: 1, width: 25, height: 5))
        #expect(completion.handle(.press(5, 3), in: frame) == .accepted(headers[1]))
        #expect(completion.handle(.press(0, 3), in: frame) == .moved)
        #expect(completion.handle(.press(5, 7), in: frame) == nil)
    }

    @Test func `the border has the heading and is wide enough for it`() throws {
        var completion = try #require(CompletionState([CompletionItem("id")], typed: "", replacing: 0..<0))
        completion.heading = "Keys of .[]"
        let frame = completion.frame(below: Point(x: 2, y: 0), in: Rect(x: 0, y: 0, width: 40, height: 10))
        #expect(frame.width == 17)
        #expect(drawn(17, 3) { completion.draw(in: $0, on: &$1) }.first == "╭─ Keys of .[] ─╮")
        #expect(drawn(8, 3) { completion.draw(in: $0, on: &$1) }.first?.contains("…") == true)
    }

    @Test func `items and their details are visible`() throws {
        let completion = try #require(CompletionState(headers, typed: "", replacing: 0..<0))
        #expect(
            drawn(24, 5) { completion.draw(in: $0, on: &$1) } == [
                "╭──────────────────────╮", "│ Accept               │", "│ Accept-Encoding      │", "│ Content-Type    text │",
                "╰──────────────────────╯",
            ])
    }

    @Test func `a shown text stands for the inserted one, and a long detail keeps its ends`() throws {
        let item = CompletionItem("base}}", shown: "base", detail: "http://127.0.0.1:8080  collection Demo")
        var completion = try #require(CompletionState([item], typed: "", replacing: 0..<0, enterAccepts: true))
        let rows = drawn(28, 3) { completion.draw(in: $0, on: &$1) }
        #expect(rows[1].hasPrefix("│▸base  http") && rows[1].hasSuffix("Demo │") && rows[1].contains("…"))
        #expect(completion.handle(Key(.enter)) == .accepted(item))
    }

    @Test func `matched letters and the selected item are marked`() throws {
        var completion = try #require(CompletionState(headers, typed: "acc", replacing: 0..<3))
        let before = canvas(24, 4) { completion.draw(in: $0, on: &$1) }
        #expect(before.columns(with: .suggestionMatch, row: 1) == [2, 3, 4])
        // A row with a ground looks as if Enter took it.
        #expect(before.columns(with: .cursorRow, row: 1).isEmpty)
        _ = completion.handle(Key(.down))
        let after = canvas(24, 4) { completion.draw(in: $0, on: &$1) }
        #expect(after.columns(with: .suggestionSelected, row: 1).count == 22)
    }
}
