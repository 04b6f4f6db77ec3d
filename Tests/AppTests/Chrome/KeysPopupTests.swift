import Screen
import Testing
import Widgets

@testable import App

/// The keys that can follow a prefix.
@Suite struct KeysPopupTests {
    @Test(arguments: [(Size(width: 120, height: 36), 3), (Size(width: 80, height: 24), 2)])
    func `many keys after a prefix stand in columns, letters first, and are clicked there`(size: Size, columns: Int) throws {
        var store = TestStore.withTree(size: size)
        store.send(.application(.focus(.response)))
        store.press(.character("g"))
        let popup = try #require(store.state.keysPopup)
        #expect(popup.columnCount == columns && popup.lineCount <= popup.list.height)
        #expect(popup.rows.first?.key == "a" && popup.rows.filter { $0.command.hasPrefix("response.foldTo") }.count == 1)
        let isLetter = popup.rows.map { $0.key.first?.isLetter == true }
        #expect(isLetter.firstIndex(of: false) == isLetter.filter { $0 }.count)
        let canvas = store.canvas
        for row in popup.rows { #expect(canvas.contains(row.text), "\(row.text)") }
        let last = popup.rows.count - 1
        let x = popup.list.minX + (popup.list.width - 1) * (columns - 1) / columns + 1
        #expect(popup.command(onLine: last % popup.lineCount, at: x) == popup.rows[last].command)
        store.click("Open settings")
        #expect(store.state.pendingKeys.isEmpty && !store.state.windows.isEmpty)
    }
}
