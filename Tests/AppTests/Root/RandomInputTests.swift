import Hashing
import Screen
import Testing
import Widgets

@testable import App

/// Gives the program input that makes no sense: it ends nothing, and every state can be drawn. No effect runs.
@Suite struct RandomInputTests {
    private static let sizes = [Size(width: 20, height: 5), Size(width: 80, height: 24), Size(width: 200, height: 60)]
    private static let stepCount = 250

    @Test(arguments: 0..<12) func `every state after random input can be drawn`(seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed))
        var store = Self.stores[seed % Self.stores.count]()
        store.state.editorPreset = EditorPreset.allCases[seed % EditorPreset.allCases.count]
        for step in 0..<Self.stepCount {
            let event = Self.event(in: store.state.size, &numbers)
            store.send(.input(event))
            let tabs = store.state.tabs
            #expect(Set(tabs.all.map(\.id)).count == tabs.count && tabs.all.indices.contains(tabs.index), "step \(step): \(event)")
            #expect(store.canvas.size == store.state.size)
        }
    }

    private static let stores: [@Sendable () -> TestStore] = [
        { .withTree() },
        { .opened() },
        { .withText("one\n\u{4E00}\u{4E8C} \u{1F469}\u{200D}\u{1F680}\n\tthree e\u{301}\n\n\u{5D0}\u{5D1} 1") },
        { .withResponse(#"{"a": [1, {"b": "\u4e00"}, null], "c": {"d": "x"}}"#, type: "application/json") },
    ]

    private static let keys: [Key] =
        (0x20..<0x7F).map { Key(.character(Character(Unicode.Scalar($0)))) }
        + "abcdefghjklnopqrstuvwxyz".flatMap { [.control($0), .alt($0)] }
        + [.enter, .tab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown].flatMap {
            (code: Key.Code) in [Key(code), Key(code), Key(code, .shift), Key(code, .control)]
        } + (1...12).map(Key.function) + ["\u{4E00}", "e\u{301}", "\u{1F469}\u{200D}\u{1F680}"].map { Key(.character($0)) }

    private static let pastes = [
        "x", "a: b\nc: d", "curl http://h/ -d '{}'", "\u{4E00}\n\n\t", "{{team}}", String(repeating: "long ", count: 200),
    ]

    private static func event(in size: Size, _ numbers: inout SplitMix64) -> InputEvent {
        switch Int.random(in: 0..<100, using: &numbers) {
        case 0: return .resized(sizes.randomElement(using: &numbers) ?? size)
        case 1, 2: return .paste(pastes.randomElement(using: &numbers) ?? "")
        case 3..<30: return .mouse(MouseEvent(action(&numbers), at: point(in: size, &numbers)))
        default: return .key(keys.randomElement(using: &numbers) ?? Key(.enter))
        }
    }

    /// Presses and drags come without releases too, as when the terminal loses them.
    private static func action(_ numbers: inout SplitMix64) -> MouseEvent.Action {
        let button = [MouseEvent.Button.left, .left, .left, .middle, .right].randomElement(using: &numbers) ?? .left
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0..<3: return .press(button, count: Int.random(in: 1...3, using: &numbers))
        case 3, 4: return .drag(button)
        case 5: return .release(button)
        case 6: return .wheelUp
        default: return .wheelDown
        }
    }

    /// A point that may be just outside of the screen.
    private static func point(in size: Size, _ numbers: inout SplitMix64) -> Point {
        Point(x: Int.random(in: -1...size.width, using: &numbers), y: Int.random(in: -1...size.height, using: &numbers))
    }
}
