import Document
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Long lines of a response on several rows.
@Suite struct BodyWrapTests {
    /// The same numbers each time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let glyphs = [
        "a", "b", " ", "\t", "é", "e\u{301}", "漢", "한", "👨‍👩‍👧", "🇩🇪", "\u{1B}", "\u{202E}", "\u{200D}", "\u{FE0F}", "ｗ", "-",
    ]

    private func text(_ count: Int, _ numbers: inout Numbers) -> String {
        (0..<count).map { _ in Self.glyphs.randomElement(using: &numbers) ?? "" }.joined()
    }

    private func withResponse(_ body: String, mediaType: String = "text/plain", size: Size = Size(width: 60, height: 24)) -> TestStore {
        var store = TestStore.withResponse(body, type: mediaType, size: size)
        store.state.layout.wrapsBody = false
        return store
    }

    private func body(_ text: String, width: Int, height: Int) throws -> WrappedBody {
        let view = DocumentView(Document(Array(text.utf8), mediaType: "text/plain"))
        return try #require(WrappedBody(view, marking: nil, in: Size(width: width, height: height)))
    }

    @Test(arguments: 0..<200)
    func wrappingPreservesTheTextAndSplitsNoGlyph(seed: Int) {
        var numbers = Numbers(state: UInt64(seed))
        let text = self.text(Int.random(in: 0...80, using: &numbers), &numbers)
        let columns = Int.random(in: 2...30, using: &numbers)
        let parts = WrappedText.parts(text, columns: columns)
        #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == text.utf8.count)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound && !$0.isEmpty })
        let widths = parts.map { TextWidth.columns(of: String(decoding: Array(text.utf8)[$0], as: UTF8.self)) }
        #expect(widths.reduce(0, +) == TextWidth.columns(of: text))
        for (part, width) in zip(parts, widths) where width > columns {
            #expect(String(decoding: Array(text.utf8)[part], as: UTF8.self).count == 1)
        }
    }

    @Test(arguments: 0..<40)
    func scrollingDownAndUpReturnsAndKeepsTheCursorVisible(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed + 1000))
        let lines = (0..<12).map { _ in self.text(Int.random(in: 0...400, using: &numbers), &numbers) }
        let text = lines.joined(separator: "\n")
        let (width, height) = (Int.random(in: 12...40, using: &numbers), Int.random(in: 1...9, using: &numbers))
        let body = try self.body(text, width: width, height: height)
        var all = [WrapPlace()]
        while let last = all.last, last != body.last { all.append(body.walked(last, by: 1)) }
        for _ in 0..<20 {
            let (from, to) = (all.indices.randomElement(using: &numbers) ?? 0, all.indices.randomElement(using: &numbers) ?? 0)
            #expect(body.walked(all[from], by: to - from) == all[to])
        }
        var viewer = BodyViewerState()
        viewer.show(BodyHandle(exchange: "one", owner: 0, revision: 1, document: body.view.document))
        let motions: [ListMotion] = [.down, .down, .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .top, .bottom]
        for _ in 0..<60 {
            viewer.move(motions.randomElement(using: &numbers) ?? .down, in: body)
            let places = body.places(from: viewer.top(in: body))
            #expect(places.contains(viewer.cursor(in: body)))
            #expect(places.count == min(height, all.count))
        }
    }

    @Test func wrappingShowsTheWholeLineInRows() {
        var store = withResponse("begin " + String(repeating: "x", count: 900) + " end\nsecond")
        #expect(!store.canvas.contains(" end"))
        store.press(.character("w"))
        #expect(store.canvas.contains("Long lines wrap"))
        store.press(.character("G"))
        #expect(store.canvas.contains(" end"))
        #expect(store.canvas.contains("2 second"))
        store.press(.character("k"))
        #expect(store.state.response.viewer.list.selected == 0)
        store.press(.character("g"), .character("g"))
        #expect(store.canvas.contains("1 begin"))
        store.press(.character("w"))
        #expect(!store.canvas.contains(" end"))
    }

    @Test func `the number of the line with the cursor stands out`() {
        let store = withResponse("first\nsecond")
        #expect(store.canvas.role(of: "1 first") == .codeLineNumberCurrent && store.canvas.role(of: "2 second") == .codeLineNumber)
    }

    @Test func copyingTakesTheWholeLine() {
        let line = String(repeating: "漢字 ", count: 60)
        var store = withResponse(line + "\nsecond")
        store.press(.character("w"), .character("j"))
        #expect(store.press(.character("y"), .character("y")) == [.copy(line, name: "the line")])
    }

    @Test(arguments: [(1, 4), (4, 1), (0, 3)]) func `a drag over half of a wide character takes all of it`(from first: Int, to last: Int)
        throws
    {
        var store = withResponse("漢 字x", size: Size(width: 61, height: 50))
        let start = try #require(store.canvas.position(of: "漢"))
        let points = [first, last].map { Point(x: start.x + $0, y: start.y) }
        store.mouse(.press(.left, count: 1), at: points[0])
        store.mouse(.drag(.left), at: points[1])
        #expect(store.mouse(.release(.left), at: points[1]) == [.copy("漢 字", name: "the selection")])
    }

    @Test func draggingOverAWrappedLineCopiesItInOnePiece() throws {
        let line = (0..<200).map { "\($0) 漢" }.joined(separator: " ")
        var store = withResponse("first\n" + line + "\nlast", size: Size(width: 61, height: 50))
        store.press(.character("w"))
        let start = try #require(store.canvas.position(of: "first"))
        let end = Point(x: start.x + 3, y: try #require(store.canvas.position(of: "3 last")).y)
        store.mouse(.press(.left, count: 1), at: start)
        store.mouse(.drag(.left), at: end)
        let effects = store.mouse(.release(.left), at: end)
        #expect(effects == [.copy("first\n\(line)\nlast", name: "the selection")])
    }

    @Test func aMatchFarInALineIsShownAndMarked() async throws {
        var store = withResponse(String(repeating: "x", count: 950) + "needle\n" + String(repeating: "y", count: 900))
        store.press(.character("w"), .character("/"))
        store.type("needle")
        let query = try #require(store.state.response.search?.query)
        let handle = try #require(store.state.response.viewer.body)
        for await results in SearchUpdates(handle.document, for: try SearchPattern(query)) {
            store.send(.response(.search(.found(FoundInBody(body: handle, results: results)))))
        }
        let point = try #require(store.canvas.position { $0.style.backdrop == .matchCurrent })
        let body = try #require(BodyWrapping.body(store.state.response, store.state.responseContext))
        #expect(store.state.response.viewer.cursor(in: body).part > 0)
        store.mouse(.wheelUp, at: point)
        store.mouse(.wheelUp, at: point)
        store.press(Key(.enter), .character("n"))
        #expect(store.canvas.position { $0.style.backdrop == .matchCurrent } != nil)
    }

    @Test(arguments: [17, 60, 200])
    func wrapsALongLineWithoutGaps(width: Int) throws {
        let text = String(repeating: "0123456789", count: 2000)
        let body = try self.body(text, width: width, height: 5000)
        let shown = body.places(from: WrapPlace()).map { place in
            let row = body.row(place.row)
            let tail = body.tail(of: place).map { String(decoding: Array($0.line.text.utf8)[$0.range], as: UTF8.self) } ?? ""
            return String(decoding: Array((row.line?.text ?? "").utf8)[row.parts[place.part]], as: UTF8.self) + tail
        }
        #expect(shown.joined() == text)
        #expect(shown.dropLast(2).allSatisfy { $0.count == body.width })
    }

    @Test func scrollsToAMatchThatStartsInThePreviousRow() async throws {
        var store = withResponse(String(repeating: "x", count: 1024) + "needle" + String(repeating: "y", count: 3000))
        store.press(.character("w"), .character("/"))
        store.type("needle")
        let query = try #require(store.state.response.search?.query)
        let handle = try #require(store.state.response.viewer.body)
        for await results in SearchUpdates(handle.document, for: try SearchPattern(query)) {
            store.send(.response(.search(.found(FoundInBody(body: handle, results: results)))))
        }
        #expect(store.state.response.viewer.list.selected == 1)
        let body = try #require(BodyWrapping.body(store.state.response, store.state.responseContext))
        #expect(store.state.response.viewer.cursor(in: body).row == 0)
        #expect(store.canvas.position(of: "xneedley") != nil)
        store.press(Key(.enter), .character("j"))
        #expect(store.state.response.viewer.cursor(in: body) == WrapPlace(row: 1))
    }

    @Test func readsOnlyTheVisiblePartOfAHugeLine() throws {
        let body = try self.body(String(repeating: "0123456789", count: 400_000), width: 80, height: 30)
        _ = body.places(from: body.top(near: WrapPlace(row: 2000, part: 3), showing: nil))
        _ = body.scroll(from: WrapPlace(row: 2000, part: 3))
        #expect(body.cache.rows.count <= 3 * WrappedBody.stretch)
        #expect(body.view.rowCount > 3000)
    }

    @Test func mouseScrollsAndSelectsWrappedRows() throws {
        var store = withResponse(String(repeating: "abcdefghi ", count: 300))
        store.press(.character("w"))
        let rect = ResponseReducer.contentArea(store.state.response, store.state.responseContext)
        store.mouse(.wheelDown, at: rect.origin)
        var body = try #require(BodyWrapping.body(store.state.response, store.state.responseContext))
        #expect(store.state.response.viewer.top(in: body) == WrapPlace(row: 0, part: 3))
        #expect(store.state.response.viewer.cursor(in: body) == WrapPlace())
        store.mouse(.press(.left, count: 1), at: Point(x: rect.minX + 4, y: rect.minY + 2))
        body = try #require(BodyWrapping.body(store.state.response, store.state.responseContext))
        #expect(store.state.response.viewer.cursor(in: body) == WrapPlace(row: 0, part: 5))
        store.mouse(.release(.left), at: Point(x: rect.minX + 4, y: rect.minY + 2))
        let bar = Point(x: rect.maxX - 1, y: rect.maxY - 1)
        store.mouse(.press(.left, count: 1), at: bar)
        store.mouse(.release(.left), at: bar)
        body = try #require(BodyWrapping.body(store.state.response, store.state.responseContext))
        #expect(body.places(from: store.state.response.viewer.top(in: body)).last == body.last)
    }

    @Test func otherFormsExplainWhyTheyAreNotWrapped() {
        var store = withResponse("text")
        #expect(BodyWrapping.reason(store.state.response, store.state.responseContext) == nil)
        store.press(.character("t"))
        #expect(store.state.response.viewer.view?.form == .hex)
        #expect(
            BodyWrapping.reason(store.state.response, store.state.responseContext)
                == "only text can wrap: t shows the body pretty or raw")
        #expect(BodyWrapping.reason(TestStore.withTree().state.response, TestStore.withTree().state.responseContext) == "there is no body")
        store.press(.character("w"))
        #expect(store.state.layout.wrapsBody == false)
    }

    @Test(arguments: [1, 3, 4]) func `a raw text of few lines wraps until the user chooses`(count: Int) {
        let line = String(repeating: "word ", count: 40) + "ultimo"
        var store = withResponse(Array(repeating: line, count: count).joined(separator: "\n"))
        store.state.layout.wrapsBody = nil
        #expect(store.canvas.contains("ultimo") == (count < 4))
        store.press(.character("w"))
        #expect(store.canvas.contains("ultimo") == (count == 4))
        #expect(store.state.layout.wrapsBody == (count == 4))
        store.press(.character("w"))
        #expect(store.canvas.contains("ultimo") == (count < 4))
    }
}
