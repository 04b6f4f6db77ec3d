import Document
import HTTP
import Query
import Screen
import Synchronization
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct BodyFormsTests {
    private func withResponse(_ body: [UInt8], mediaType: String) -> (store: TestStore, body: BodyHandle, effects: [Effect]) {
        var store = TestStore.withTree()
        store.start("one")
        let headers: HTTPHeaders = ["Content-Type": mediaType]
        store.answer("one", headers: headers)
        let handle = BodyHandle(
            exchange: "one", owner: 0, revision: 1, document: Document(body, mediaType: mediaType), source: ByteSource(body))
        let effects = store.receive(handle)
        return (store, handle, effects)
    }

    private func tabulated() -> TestStore {
        let text = #"[{"id":2,"name":"b"},{"id":10,"name":"a"},{"id":1}]"#
        var (store, body, _) = withResponse(Array(text.utf8), mediaType: "application/json")
        store.press(.character("t"), .character("t"))
        #expect(store.press(.character("t")) == [.body(.makeTable(body))])
        store.send(.response(.table(.made(TableMaker.table(of: body)))))
        return store
    }

    @Test func anArrayOfObjectsIsATable() {
        let store = tabulated()
        #expect(store.canvas.contains("id  name"))
        #expect(store.canvas.contains("10  a"))
    }

    @Test func `columns are as wide as the values of the last rows, and wider if there is room`() {
        let long = String(repeating: "n", count: 50)
        let text = "[" + (1...20_000).map { #"{"id":\#($0),"name":"\#(long)"}"# }.joined(separator: ",") + "]"
        var (store, body, _) = withResponse(Array(text.utf8), mediaType: "application/json")
        #expect(TableMaker.table(of: body).widths == [5, 50])
        store.state.size = Size(width: 160, height: 40)
        store.press(.character("t"), .character("t"), .character("t"))
        store.send(.response(.table(.made(TableMaker.table(of: body)))))
        store.press(.character("z"), .character("G"))
        #expect(store.canvas.contains("20000") && store.canvas.contains(long))
    }

    @Test func aColumnSortsUpDownAndNotAtAll() throws {
        var store = tabulated()
        for expected in [["1", "2", "10"], ["10", "2", "1"], ["2", "10", "1"]] {
            guard case .body(.sortTable(let body, let table, let order))? = store.press(.character("S")).first else {
                return #expect(Bool(false), "nothing is sorted")
            }
            let sorted = try #require(body.document.text.withUnsafeBytes { table.sorted(by: order, in: $0, isCancelled: { false }) })
            store.send(.response(.table(.made(MadeTable(body: body, table: sorted, widths: [])))))
            let shown = body.document.text.withUnsafeBytes { bytes in
                (0..<3).compactMap { sorted.cells(ofRow: $0, columns: [0], in: bytes)[0] }
            }
            #expect(shown == expected)
        }
    }

    private static let array = "[" + (1...30).map { #"{"id":\#($0),"name":"Person \#($0)"}"# }.joined(separator: ",") + "]"

    @Test(arguments: ["E", "C"]) func `folding in another view does not fold the pretty view`(key: Character) {
        var (store, _, _) = withResponse(Array(Self.array.utf8), mediaType: "application/json")
        let count = store.state.response.viewer.rowCount
        store.press(.character("t"), .character(key))
        #expect(store.state.toasts.last?.kind == .warning)
        store.press(.character("t"), .character(key), .character("t"))
        store.press(.character("t"))
        #expect(store.state.response.viewer.view?.form == .pretty && store.state.response.viewer.table == nil)
        #expect(store.state.response.viewer.rowCount == count)
    }

    @Test func `the raw view copies whole lines`() {
        var (store, _, _) = withResponse(Array(Self.array.utf8), mediaType: "application/json")
        store.press(.character("t"), .character("g"), .character("g"))
        #expect(store.press(.character("y"), .character("y")) == [.copy(Self.array, name: "the line")])
    }

    @Test(arguments: [DocumentView.Form.pretty, .raw]) func `a match right of the screen is scrolled to`(form: DocumentView.Form) throws {
        let text = #"{"a":"\#(String(repeating: "x", count: 300))needle"}"#
        var (store, _, _) = withResponse(Array(text.utf8), mediaType: "application/json")
        if form == .raw { store.press(.character("t")) }
        let start = try #require(text.utf8.firstRange(of: "needle".utf8)).lowerBound
        let match = text.utf8.distance(from: text.startIndex, to: start)
        store.state.response.viewer.show(match: match..<match + 6, height: 20)
        try store.state.response.viewer.reveal(match: match..<match + 6, SearchPattern(SearchQuery("needle")), columns: 80)
        #expect(store.canvas.contains("needle"))
        try store.state.response.viewer.reveal(match: 2..<3, SearchPattern(SearchQuery("a")), columns: 80)
        #expect(store.state.response.viewer.column == 0)
    }

    @Test(arguments: [(true, 2), (false, 1)]) func `a table begins at the item under the cursor`(byKey: Bool, row: Int) throws {
        let text = #"{"items":[{"id":7,"tags":["x"]},{"id":8,"tags":["middle"]},{"id":9,"tags":["last"]}]}"#
        var (store, body, _) = withResponse(Array(text.utf8), mediaType: "application/json")
        if byKey {
            store.press(.character("G"), .character("k"), .character("k"), .character("k"))
            // The raw view has one line, and rows of the hexadecimal one begin within items.
            store.press(.character("t"), .character("t"), .character("t"))
        } else {
            let start = try #require(text.utf8.firstRange(of: "middle".utf8)).lowerBound
            let match = text.utf8.distance(from: text.startIndex, to: start)
            store.state.response.viewer.show(match: match..<match + 6, height: 20)
            store.click("pretty ▾")
            store.click("table")
        }
        store.send(.response(.table(.made(TableMaker.table(of: body)))))
        #expect(store.state.response.viewer.table?.list.selected == row)
        let under = store.state.response.viewer.underCursor
        #expect(under?.view.path(atRow: under?.row ?? 0)?.jq == ".items[\(row)].id")
    }

    @Test func showsThatSortingIsInProgress() {
        var store = tabulated()
        store.press(.character("S"))
        #expect(store.canvas.contains("id …"))
    }

    @Test func hidesColumnsAndShowsThemAgain() {
        var store = tabulated()
        store.press(.character("H"))
        #expect(!store.canvas.contains("id  name"))
        #expect(store.canvas.contains("name"))
        store.press(.character("A"))
        #expect(store.canvas.contains("id  name"))
    }

    @Test func expandingATableRowShowsTheValue() {
        var store = tabulated()
        store.press(.character("j"), Key(.enter))
        #expect(store.state.response.viewer.table == nil)
        #expect(store.state.response.viewer.view?.path(atRow: store.state.response.viewer.list.selected)?.jq == ".[1]")
    }

    @Test func scrollsToShowAnExpandedRow() {
        let text = "[" + (1...200).map { ##"{"id":\##($0),"name":"n"}"## }.joined(separator: ",") + "]"
        var (store, body, _) = withResponse(Array(text.utf8), mediaType: "application/json")
        store.press(.character("t"), .character("t"), .character("t"))
        store.send(.response(.table(.made(TableMaker.table(of: body)))))
        store.press(.character("G"), Key(.enter))
        #expect(store.canvas.contains(#""id": 200"#))
    }

    @Test func aPictureIsDecodedAndShown() throws {
        let (first, body, effects) = withResponse([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mediaType: "image/png")
        #expect(effects == [.body(.decodePicture(body))])
        #expect(first.canvas.contains("decoding…"))
        var store = first
        let head = #"{"format":"PNG","width":1,"height":2,"originalWidth":100,"originalHeight":200}"# + "\n"
        let picture = try #require(BodyPicture(Array(head.utf8) + [255, 0, 0, 255, 0, 0, 255, 255], body: body))
        store.send(.response(.view(.decoded(.shown(picture)))))
        #expect(store.canvas.contains("PNG, 100 × 200 pixels") && !store.canvas.contains("decoding…"))
        let place = try #require(store.canvas.position(of: "PNG,"))
        let cells = (0..<store.state.size.height).map { store.canvas[Point(x: place.x, y: $0)] }
        #expect(cells.contains { $0.picture.map { $0.top == .rgb(255, 0, 0) && $0.bottom == .rgb(0, 0, 255) } == true })
        store.press(.character("t"))
        #expect(store.canvas.contains("89 50 4e 47"))
    }

    /// A worker whose output is no picture.
    @Test func `an unreadable picture shows a reason`() async {
        let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let document = Document(bytes, mediaType: "image/png")
        let body = BodyHandle(exchange: "one", owner: 0, revision: 1, document: document, source: ByteSource(bytes))
        let posted = Mutex<[ResponseMessage]>([])
        let effects = BodyEffects(
            worker: QueryWorker(program: "/bin/echo"), post: { _, message in posted.withLock { $0.append(message) } }, bodyIndexed: { _ in }
        )
        await effects.run(.decodePicture(body))
        guard case .view(.decoded(.refused(let refused, _)))? = posted.withLock({ $0.first }) else {
            return #expect(Bool(false), "the picture stays “decoding…”")
        }
        #expect(refused.isSameBody(as: body))
    }

    @Test func aMenuCoversAPicture() throws {
        let (first, body, _) = withResponse([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mediaType: "image/png")
        var store = first
        let head = #"{"format":"PNG","width":100,"height":100,"originalWidth":100,"originalHeight":100}"# + "\n"
        let picture = try #require(BodyPicture(Array(head.utf8) + [UInt8](repeating: 200, count: 40000), body: body))
        store.send(.response(.view(.decoded(.shown(picture)))))
        #expect(store.canvas.uncoveredPicture?.bitmap == picture.bitmap)
        store.press(Key.control("p"))
        #expect(store.canvas.picture != nil && store.canvas.uncoveredPicture == nil)
        store.press(Key(.escape), .character("t"))
        #expect(store.canvas.picture == nil)
    }

    @Test func showsWhyAPictureCannotBeDecoded() {
        var (store, body, _) = withResponse([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], mediaType: "image/png")
        store.send(.response(.view(.decoded(.refused(body, "The PNG picture is broken.")))))
        #expect(store.canvas.contains("The PNG picture is broken.") && !store.canvas.contains("decoding…"))
        #expect(store.canvas.contains("89 50 4e 47"))
    }

    @Test func listsLinesOfJSONAsParts() throws {
        let text = "{\"a\":1}\n\n [2]\n3"
        var (store, body, _) = withResponse(Array(text.utf8), mediaType: "application/x-ndjson")
        #expect(store.press(.character("M")) == [.body(.listParts(body, .lines))])
        #expect(JSONLineParts.list(body).map(\.title) == [#"{"a":1}"#, "[2]", "3"])
        #expect(JSONLineParts.bytes(1, of: body) == Array("[2]".utf8))
        #expect(JSONLineParts.bytes(3, of: body) == nil)
        store.send(.response(.parts(.listed(JSONLineParts.list(body)))))
        #expect(store.canvas.contains("2. [2]"))
    }

    @Test(arguments: [("6", 5), ("1", 0), ("99", 9), ("50%", 5), ("100%", 9), ("0%", 0)])
    func goesToALineOrAPercentage(text: String, row: Int) {
        var (store, _, _) = withResponse(Array("[1,2,3,4,5,6,7,8]".utf8), mediaType: "application/json")
        store.press(.character("g"), .character("l"))
        store.type(text)
        store.press(Key(.enter))
        #expect(store.state.response.viewer.list.selected == row)
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: ["x", "-1", "0", "101%", "%", "1.5"])
    func reportsAnInvalidLineNumber(text: String) {
        var (store, _, _) = withResponse(Array("[1,2]".utf8), mediaType: "application/json")
        store.press(.character("g"), .character("l"))
        store.type(text)
        store.press(Key(.enter))
        #expect(store.canvas.contains("Expected a line number"))
    }

    @Test func `copies the cell under the cursor of a table, and the row as JSON`() {
        var store = tabulated()
        store.press(.character("j"))
        #expect(store.press(.character("y"), .character("y")) == [.copy("10", name: "the value")])
        store.press(.character("l"))
        #expect(store.press(.character("y"), .character("y")) == [.copy("a", name: "the value")])
        #expect(store.press(.character("y"), .character("p")) == [.copy(".[1].name", name: ".[1].name")])
        #expect(store.press(.character("y"), .character("J")) == [.copy(#"{"id":10,"name":"a"}"#, name: "the value as JSON")])
    }

    @Test func `a click on a cell of a table moves the cursor to its column`() throws {
        var store = tabulated()
        let row = try #require(store.canvas.position(of: "10  a"))
        store.mouse(.press(.right, count: 1), at: Point(x: row.x + 4, y: row.y))
        let menu = try #require(store.state.windows.last.flatMap { $0.content as? Menu<Message> })
        #expect(menu.menu.items.first?.title == "Copy value")
        #expect(store.state.response.viewer.table?.column == 1)
    }

    @Test func aTableGoesToARow() {
        var store = tabulated()
        store.press(.character("g"), .character("l"), .character("3"), Key(.enter))
        #expect(store.state.response.viewer.table?.list.selected == 2)
    }

    @Test func aValueIsSavedAlone() throws {
        var (store, body, _) = withResponse(Array(#"{"a":[1,2],"b":3}"#.utf8), mediaType: "application/json")
        store.press(.character("j"), .character("g"), .character("s"))
        #expect(store.canvas.contains("Save value to"))
        let effects = store.press(Key(.enter))
        let piece = BodyPiece(body: body, range: 5..<10)
        #expect(effects == [.body(.save(piece, path: "value.json", overwrites: false))])
        #expect(piece.withUnsafeBytes { Array($0) } == Array("[1,2]".utf8))
        #expect(piece.byteCount == 5)
    }

    @Test func partsAreListedAndShown() {
        let text = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--x--\r\n"
        var (store, body, _) = withResponse(Array(text.utf8), mediaType: "multipart/form-data; boundary=\"x\"")
        #expect(store.press(.character("M")) == [.body(.listParts(body, .multipart(boundary: "x")))])
        store.send(.response(.parts(.listed([BodyPart(title: "a", detail: "text/plain, 3 B")]))))
        #expect(store.canvas.contains("1. a"))
        let effects = store.press(Key(.enter))
        #expect(effects == [.body(.readPart(body, .multipart(boundary: "x"), index: 0, layer: store.state.response.readingLayer))])
        let part = BodyHandle(
            exchange: "one", owner: 0, revision: 1, document: Document(Array("one".utf8)), layer: store.state.response.readingLayer)
        store.send(.sending(.flight(.grew(part))))
        #expect(store.canvas.contains("1 one"))
        store.press(.character("M"))
        #expect(store.state.response.wholeBody == body)
    }
}
