import Testing

@testable import Document

@Suite struct DocumentUpdatesTests {
    @Test func documentsGrowUntilTheEnd() async throws {
        let source = ByteSource()
        var iterator = DocumentUpdates(source, reading: Interpretation(mediaType: "application/json")).makeAsyncIterator()
        try source.append(Array(#"{"a":1"#.utf8))
        let first = try #require(await iterator.next())
        #expect(DocumentView(first).plainLines == ["{", #"  "a": 1"#])
        #expect(!first.isComplete)
        try source.append(Array(#","b":2}"#.utf8))
        source.finish()
        let last = try #require(await iterator.next())
        #expect(DocumentView(last).plainLines == ["{", #"  "a": 1,"#, #"  "b": 2"#, "}"])
        #expect(last.isIndexed)
        #expect(await iterator.next()?.isComplete == true)
        #expect(await iterator.next() == nil)
        #expect(DocumentView(first).plainLines == ["{", #"  "a": 1"#])
    }

    @Test func `available bytes are returned without waiting`() async throws {
        let source = ByteSource()
        var iterator = DocumentUpdates(source, reading: Interpretation(mediaType: "application/json")).makeAsyncIterator()
        #expect(iterator.nextWithoutWaiting()?.indexedByteCount == nil)
        try source.append(Array("[1]".utf8))
        #expect(iterator.nextWithoutWaiting()?.indexedByteCount == 3)
        while iterator.nextWithoutWaiting() != nil {}
        source.finish()
        var last: Document?
        while let document = iterator.nextWithoutWaiting() { last = document }
        #expect(last?.isComplete == true)
        #expect(await iterator.next() == nil)
    }

    @Test func keepsTheFirstEnding() async throws {
        let source = ByteSource()
        try source.append([0x78])
        source.finish(.cutOff("The connection was closed."))
        source.finish()
        let documents = await Array(DocumentUpdates(source))
        #expect(documents.last?.ending == .cutOff("The connection was closed."))
    }

    @Test func waitingEndsWithTheTask() async {
        let source = ByteSource()
        let task = Task { await Array(DocumentUpdates(source)).count }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test func bytesBeyondTheLimitGoToAFile() throws {
        let source = ByteSource(memoryLimit: 10, directory: "/tmp")
        var expected: [UInt8] = []
        for byte in UInt8(0)..<200 {
            let chunk = [UInt8](repeating: byte, count: Int(byte))
            try source.append(chunk)
            expected += chunk
        }
        #expect(source.snapshot().bytes(in: 0..<Int.max) == expected)
    }

    @Test func reportsAMissingFolder() {
        let source = ByteSource(memoryLimit: 1, directory: "/nowhere")
        #expect(throws: DocumentError.self) { try source.append([1, 2, 3]) }
        #expect(source.snapshot().count == 0)
    }

    @Test func refusesBytesAfterTheEnd() {
        let source = ByteSource([1])
        #expect(throws: DocumentError.self) { try source.append([2]) }
    }
}

extension Array {
    init<S: AsyncSequence>(_ sequence: S) async where S.Element == Element, S.Failure == Never {
        self = []
        for await element in sequence { append(element) }
    }
}
