import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Tabs with several tables where not all rows have room.
@Suite struct SectionStackTests {
    /// A store with captures and assertions, and the cursor in one of both tables.
    private func store(_ captures: Int, _ assertions: Int, cursor: Int = 0, size: Size = Size(width: 100, height: 30)) -> TestStore {
        var draft = RequestDraft(url: "http://h/")
        draft.captures = (0..<captures).map { Capture(variable: "v\($0)", query: ".a") }
        draft.assertions = (0..<assertions).map { Assertion(subject: "header A\($0)", value: .string("x")) }
        var store = TestStore.opened(draft)
        store.state.size = size
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.tests)))
        store.state.request.part = .content
        store.state.request.sectionIndex = cursor
        return store
    }

    @Test(arguments: [0, 1])
    func `the table without the cursor is a title with its number of rows and the line that adds one`(cursor: Int) throws {
        let store = store(6, 6, cursor: cursor)
        let places = store.state.requestLayout.sections
        #expect(places.map(\.isCollapsed) == [cursor == 1, cursor == 0])
        let other = places[1 - cursor]
        #expect(other.title.height == 1 && other.content.height == 1)
        #expect(store.canvas.lines[other.title.minY].contains(cursor == 0 ? "Assertions  6" : "Save to variable  6"))
        #expect(store.canvas.lines[other.content.minY].contains(cursor == 0 ? "+  Add an assertion" : "+  Add a capture"))
        #expect(places[cursor].content.height >= 5)
    }

    @Test func `a click on its line adds a row`() {
        var store = store(6, 6)
        store.click("+  Add an assertion", columnsBehind: 3)
        #expect(store.state.request.section == .assertions && store.state.request.isEditing)
        store.type("status")
        #expect(store.state.request.assertions.rows.count == 7 && store.state.request.assertions.rows.last?[0] == "status")
        #expect(store.state.requestLayout.sections.map(\.isCollapsed) == [true, false])
        #expect(store.canvas.contains("status"))
    }

    @Test func `a click on its title moves the cursor there and changes nothing`() {
        var store = store(6, 6, cursor: 1)
        store.click("Save to variable")
        #expect(store.state.request.section == .captures && !store.state.request.isEditing)
        #expect(store.state.request.captures.rows.count == 6 && store.state.request.captures.table.selected == 0)
    }

    @Test func `the arrow keys lead from one table to the next`() {
        var store = store(6, 6)
        for _ in 0...6 { store.press(Key(.down)) }
        #expect(store.state.request.section == .assertions && store.canvas.contains("header A0"))
        store.press(Key(.up))
        #expect(store.state.request.section == .captures && store.canvas.contains("+  Add an assertion"))
    }

    @Test(arguments: [40, 80, 100, 120, 200], [0, 1, 6, 30])
    func `at most one table scrolls, and the table with the cursor is in view`(width: Int, captures: Int) {
        let heights = [40: 12, 80: 24, 100: 30, 120: 36, 200: 60]
        for (assertions, cursor) in [(0, 0), (3, 0), (3, 1), (30, 0), (30, 1)] {
            let store = store(captures, assertions, cursor: cursor, size: Size(width: width, height: heights[width] ?? 24))
            let layout = store.state.requestLayout
            let scrolling = zip(layout.sections, [captures, assertions]).count { place, count in
                !place.isCollapsed && count + 2 > place.content.height
            }
            #expect(scrolling <= 1, "\(assertions) \(cursor)")
            #expect(!layout.sections[cursor].content.isEmpty && !layout.sections[cursor].isCollapsed)
            var end = layout.content.minY
            for cells in layout.sections.flatMap({ [$0.title, $0.content] }) where !cells.isEmpty {
                #expect(cells.minY >= end && cells.maxY <= layout.content.maxY)
                end = cells.maxY
            }
        }
    }

    /// Screens with one pane, of each of these heights.
    private static let heights = 24..<60

    @Test(arguments: [(15, 15), (0, 30), (9, 30), (30, 3)])
    func `a table that is not collapsed begins in the same row wherever the cursor is`(captures: Int, assertions: Int) {
        for height in Self.heights {
            let places = [0, 1].map { cursor in
                store(captures, assertions, cursor: cursor, size: Size(width: 80, height: height)).state.requestLayout.sections
            }
            for index in [0, 1] where !places[1 - index][index].isCollapsed {
                #expect(places[0][index].content.minY == places[1][index].content.minY, "\(height) \(index)")
            }
        }
    }

    @Test func `a click selects the row under the pointer in the other table`() {
        var count = 0
        for height in Self.heights {
            var store = store(15, 15, size: Size(width: 80, height: height))
            guard let point = store.canvas.position(of: "header A3") else { continue }
            count += 1
            store.mouse(.press(.left, count: 1), at: point)
            #expect(store.state.request.section == .assertions && store.state.request.assertions.table.selected == 3, "\(height)")
        }
        #expect(count > 0)
    }

    @Test func `tables that both have room are whole`() {
        let store = store(1, 1)
        #expect(store.state.requestLayout.sections.allSatisfy { !$0.isCollapsed && $0.content.height >= 3 })
    }

    @Test func `options leave the variables their title and line`() throws {
        var draft = RequestDraft(url: "http://h/")
        draft.variables = (0..<9).map { Row("v\($0)", "1") }
        var store = TestStore.opened(draft)
        store.state.size = Size(width: 100, height: 30)
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.options)))
        store.state.request.part = .content
        store.state.request.sectionIndex = 0
        #expect(store.canvas.contains("+  Add a variable") && store.state.requestLayout.rect(of: .options).height >= 5)
        store.state.request.sectionIndex = 1
        let options = try #require(store.state.requestLayout.sections.first)
        #expect(options.isCollapsed && options.content.isEmpty)
        #expect(store.canvas.lines[options.title.minY].contains("Options  "))
        store.mouse(.press(.left, count: 1), at: options.title.origin)
        #expect(store.state.request.section == .options)
    }

    @Test func `jump labels the title and the line`() {
        var store = store(6, 6)
        store.send(.application(.show(.jump)))
        guard let jump = store.state.windows.last?.content as? JumpWindow else { return #expect(Bool(false), "nothing is shown") }
        let place = store.state.requestLayout.sections[1]
        for rect in [place.title, place.content] { #expect(jump.targets.contains { $0.point == rect.origin && $0.clicks == 1 }) }
    }
}
