import Document
import Engine
import HTTP
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Files of a response that is still arriving or broke off.
@Suite struct SavedBodyTests {
    private var store = TestStore.withTree()
    private let source = ByteSource()

    init() {
        store.start("one", url: "http://h/files/disk.iso?a=b")
        store.answer("one", headers: ["Content-Length": "10"])
        store.send(.application(.focus(.response)))
    }

    /// Shows the bytes that have arrived.
    private mutating func grow(_ text: String, _ revision: Int = 1, ending: ByteSource.Ending? = nil) throws {
        try source.append(Array(text.utf8))
        if let ending { source.finish(ending) }
        var documents = DocumentUpdates(source).makeAsyncIterator()
        var last: Document?
        while let document = documents.nextWithoutWaiting() { last = document }
        let document = try #require(last)
        let body = BodyHandle(exchange: "one", owner: store.state.response.owner, revision: revision, document: document, source: source)
        store.send(.sending(.flight(.grew(body))))
    }

    /// The piece that Enter saves.
    private mutating func saved() throws -> BodyPiece {
        guard case .body(.save(let piece, path: "disk.iso", overwrites: false))? = store.press(Key(.enter)).last else {
            throw HTTPError(.unknown, request: HTTPRequest(url: ""), message: "nothing was saved")
        }
        store.send(.response(.file(.saved(path: "/tmp/disk.iso", byteCount: piece.byteCount, missing: piece.missing))))
        return piece
    }

    @Test mutating func `saving a partial body warns with both sizes`() throws {
        try grow("01")
        store.press(.character("s"))
        #expect(store.canvas.contains("disk.iso"))
        // More arrives while the name is typed.
        try grow("234", 2)
        let piece = try saved()
        #expect(piece.byteCount == 5 && piece.missing == MissingRest(isArriving: true, wholeByteCount: 10))
        let toast = try #require(store.state.toasts.last)
        #expect(toast.kind == .warning && toast.text.contains("5 B of 10 B"))
    }

    @Test mutating func `a response that broke off is saved with a warning`() throws {
        try grow("0123", ending: .cutOff("its end is missing."))
        store.send(.sending(.flight(.finished(Sample.exchange("one")))))
        store.press(.character("s"), .control("u"))
        store.type("disk.iso")
        let piece = try saved()
        #expect(piece.missing == MissingRest(isArriving: false, wholeByteCount: 10))
        #expect(store.state.toasts.last?.kind == .warning)
    }

    @Test(arguments: [nil, .complete] as [ByteSource.Ending?])
    mutating func `a whole body is saved`(_ ending: ByteSource.Ending?) throws {
        try grow("0123456789", ending: ending)
        store.press(.character("s"))
        let piece = try saved()
        #expect(piece.missing == nil && store.state.toasts.last?.kind == .done)
    }

    @Test func `a value before the end of an incomplete body is whole`() throws {
        let source = ByteSource(Array("[1,22".utf8), ending: .cutOff("its end is missing."))
        var documents = DocumentUpdates(source).makeAsyncIterator()
        var last: Document?
        while let document = documents.nextWithoutWaiting() { last = document }
        let body = BodyHandle(exchange: "one", owner: 0, revision: 1, document: try #require(last), source: source)
        #expect(BodyPiece(body: body, range: 1..<2).missing == nil)
        #expect(BodyPiece(body: body, range: 3..<5).missing == MissingRest(isArriving: false, wholeByteCount: nil))
    }
}
