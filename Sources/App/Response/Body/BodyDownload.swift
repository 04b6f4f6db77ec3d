import Document
import HTTP
import Workspace

/// Makes documents of a body as it arrives.
struct BodyDownload: Sendable {
    let exchange: Exchange.ID
    let owner: TabID
    let mediaType: String?
    let post: @Sendable (BodyHandle) -> Void

    /// Bytes that are indexed before a task of its own goes on: short responses need none.
    private static let beginning = 64 << 10

    /// Reads an answer's body to its end, and looks at it meanwhile; returns when all of it is known, or with the task's cancellation.
    func read(_ body: HTTPResponseBody) async {
        let source = ByteSource()
        var chunks = body.makeAsyncIterator()
        var look = Look(self, at: source)
        while await Self.append(from: &chunks, to: source) {
            // Before the end is read, which others are told of: what is shown then is whole.
            if let count = body.expectedByteCount, source.snapshot().count == count { source.finish() }
            look.now()
            guard source.snapshot().count >= Self.beginning else { continue }
            async let looked: Void = look.toTheEnd()
            while await Self.append(from: &chunks, to: source) {}
            return await looked
        }
        await look.toTheEnd()
    }

    /// Reads one chunk.
    /// - Returns: false at the end, whatever it is; the source knows it then.
    private static func append(from chunks: inout HTTPResponseBody.Iterator, to source: ByteSource) async -> Bool {
        do {
            guard let chunk = try await chunks.next() else {
                source.finish()
                return false
            }
            try source.append(chunk)
            return true
        } catch {
            source.finish(.cutOff(RequestOption.naming((error as? HTTPError)?.message ?? "\(error)")))
            return false
        }
    }

    /// Looks at a body that is at hand or in a file.
    func read(_ body: ExchangeBody) async {
        let ending: ByteSource.Ending = body.isComplete ? .complete : .cutOff("the history keeps no more of it.")
        switch body.storage {
        case .bytes(let bytes): await Look(self, at: ByteSource(bytes, ending: ending)).toTheEnd()
        case .file(let path): await Look(self, at: Self.source(ofFile: path, ending)).toTheEnd()
        }
    }

    /// The bytes of a file; none, with the reason, if it cannot be opened.
    private static func source(ofFile path: String, _ ending: ByteSource.Ending) -> ByteSource {
        do throws(DocumentError) {
            return try ByteSource(file: path, ending: ending)
        } catch {
            return ByteSource([], ending: .cutOff("what is kept of it cannot be read. \(error.message)"))
        }
    }

    /// One look at a body, from its start to its end.
    private struct Look: Sendable {
        private let reader: BodyDownload
        private let source: ByteSource
        private var documents: DocumentUpdates.Iterator
        private var revision = 0

        init(_ reader: BodyDownload, at source: ByteSource) {
            self.reader = reader
            self.source = source
            documents = DocumentUpdates(source, reading: Interpretation(mediaType: reader.mediaType)).makeAsyncIterator()
        }

        /// Looks at what is there.
        mutating func now() {
            while let document = documents.nextAtHand() { post(document) }
        }

        /// Looks at all that is there and comes.
        consuming func toTheEnd() async {
            while let document = await documents.next() { post(document) }
        }

        private mutating func post(_ document: Document) {
            revision += 1
            reader.post(
                BodyHandle(exchange: reader.exchange, owner: reader.owner, revision: revision, document: document, source: source))
        }
    }
}
