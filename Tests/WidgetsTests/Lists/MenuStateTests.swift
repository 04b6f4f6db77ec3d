import Screen
import Testing

@testable import Widgets

private let items = [MenuItem("Open", keys: "Enter"), MenuItem("Rename", keys: "F2"), MenuItem("Paste", disabledReason: "nothing copied")]

@Suite struct MenuStateTests {
    @Test func `a menu that is too long scrolls to the line with the cursor`() {
        let menu = MenuState((0..<30).map { MenuItem("line \($0)") }, at: Point(x: 0, y: 0), selected: 25)
        #expect(menu.list.selected == 25)
        let lines = drawn(20, 10) { menu.draw(in: $0, on: &$1) }
        #expect(lines.contains { $0.contains("line 25") } && !lines.contains { $0.contains("line 9 ") })
    }

    private let bounds = Rect(x: 0, y: 0, width: 40, height: 12)

    @Test func `groups have a blank line between them where all lines have room`() {
        var menu = MenuState(items, at: Point(x: 3, y: 2), groupStarts: [1])
        #expect(menu.frame(in: bounds).height == items.count + 3)
        #expect(menu.handle(.press(6, 5), in: bounds) == .moved && menu.list.selected == 0, "the blank line")
        #expect(menu.handle(.press(6, 6), in: bounds) == .chosen(1))
        _ = menu.handle(Key(.up), in: bounds)
        #expect(keys("j<cr>").map { menu.handle($0, in: bounds) }.last == .chosen(1))
        let small = Rect(x: 0, y: 0, width: 40, height: items.count + 2)
        #expect(menu.frame(in: small).height == items.count + 2)
    }

    @Test(arguments: [
        ("<cr>", MenuState.Outcome.chosen(0)), ("j<cr>", .chosen(1)), ("<down> ", .chosen(1)), ("G<cr>", .moved), ("<esc>", .closed),
        ("x", .moved), ("j", .moved), ("re<cr>", .chosen(1)), ("pr<cr>", .chosen(1)), ("rx<cr>", .chosen(1)), ("<f5>", .closed),
    ])
    func `keys choose and close`(typed: String, expected: MenuState.Outcome) {
        var menu = MenuState(items, at: Point(x: 3, y: 2))
        #expect(keys(typed).map { menu.handle($0, in: bounds) }.last == expected)
    }

    @Test func `letters go to the item that begins with them, also letters that move in lists`() {
        let themes = ["dark", "gruvbox-dark", "gruvbox-light", "nord"].map { MenuItem($0) }
        var menu = MenuState(themes, at: Point(x: 3, y: 2), selected: 3)
        _ = menu.handle(.character("g"), in: bounds)
        #expect(menu.list.selected == 1)
        _ = menu.handle(.character("j"), in: bounds)
        #expect(menu.list.selected == 2)
    }

    @Test func `the same letter again goes to the next item that begins with it`() {
        var menu = MenuState(["None", "Basic", "Bearer"].map { MenuItem($0) }, at: Point(x: 3, y: 2))
        let selected = "bbbb".map { letter in
            _ = menu.handle(.character(letter), in: bounds)
            return menu.list.selected
        }
        #expect(selected == [1, 2, 1, 2])
    }

    @Test(arguments: [
        (MouseEvent.press(6, 4), MenuState.Outcome.chosen(0)), (.press(6, 5), .chosen(1)), (.press(6, 6), .moved), (.press(6, 3), .moved),
        (.press(0, 0), .closed), (.press(6, 5, button: .right), .moved), (.release(0, 0), .moved),
    ])
    func `clicks choose and close`(event: MouseEvent, expected: MenuState.Outcome) {
        var menu = MenuState(items, at: Point(x: 3, y: 2))
        #expect(menu.handle(event, in: bounds) == expected)
    }

    @Test(arguments: [
        (Point(x: 3, y: 2), Rect(x: 0, y: 3, width: 26, height: 5)), (Point(x: 6, y: 2), Rect(x: 6, y: 3, width: 26, height: 5)),
        (Point(x: 38, y: 2), Rect(x: 14, y: 3, width: 26, height: 5)),
        (Point(x: 3, y: 10), Rect(x: 0, y: 5, width: 26, height: 5)), (Point(x: 50, y: 30), Rect(x: 14, y: 6, width: 26, height: 5)),
    ])
    func `a menu stays on the screen`(anchor: Point, expected: Rect) {
        #expect(MenuState(items, at: anchor).frame(in: bounds) == expected)
    }

    @Test(arguments: [(10, 22 + 2 + 10), (40, 60), (60, 8 + 2 + 60)])
    func `a long reason widens the menu no more than its selected item needs`(length: Int, columns: Int) {
        let reason = String(repeating: "r", count: length)
        let titled = [MenuItem("A title of some length", keys: "g x"), MenuItem("Another title", disabledReason: reason)]
        let screen = Rect(x: 0, y: 0, width: 120, height: 20)
        #expect(MenuState(titled, at: Point(x: 0, y: 0)).frame(in: screen).width == columns + 4)
        let lines = drawn(120, 20) { MenuState(titled, at: Point(x: 0, y: 0), selected: 1).draw(in: $0, on: &$1) }
        #expect(lines.contains { $0.contains(reason) })
    }

    @Test func `lines, keys and reasons are seen`() {
        let menu = MenuState(items, at: Point(x: 0, y: -1))
        #expect(
            drawn(30, 5) { menu.draw(in: $0, on: &$1) } == [
                "╭────────────────────────╮", "│▸Open             Enter │", "│ Rename              F2 │", "│ Paste   nothing copied │",
                "╰────────────────────────╯",
            ])
    }

    @Test func `a menu without room above or below has the height of the screen`() {
        let menu = MenuState((0..<30).map { MenuItem("line \($0)") }, at: Point(x: 3, y: 6))
        #expect(menu.frame(in: bounds) == Rect(x: 0, y: 0, width: 12, height: 12))
        let short = MenuState((0..<8).map { MenuItem("line \($0)") }, at: Point(x: 3, y: 6))
        #expect(short.frame(in: bounds) == Rect(x: 0, y: 2, width: 10, height: 10))
    }

    @Test func `the second press of a double click chooses nothing in a menu that the first one opened`() {
        var menu = MenuState((0..<8).map { MenuItem("line \($0)") }, at: Point(x: 38, y: 6))
        #expect(menu.handle(.press(38, 6, count: 2), in: bounds) == .moved)
        #expect(menu.handle(.press(38, 6), in: bounds) == .chosen(3))
    }
}
