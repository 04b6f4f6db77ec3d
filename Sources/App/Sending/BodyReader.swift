import Document
import HTTP
import Workspace

/// Makes documents of a body as it arrives.
struct BodyReader: Sendable {
    let exchange: Exchange.ID
    let mediaType: String?
    let post: @Sendable (BodyHandle) -> Void

    /// Reads an answer's body to its end, and looks at it meanwhile; returns when all of it is known, or with the task's cancellation.
    func read(_ body: HTTPResponseBody) async {
        let source = ByteSource()
        async let looked: Void = look(at: source)
        do {
            for try await chunk in body { try source.append(chunk) }
            source.finish()
        } catch {
            source.finish(.cutOff((error as? HTTPError)?.message ?? "\(error)"))
        }
        await looked
    }

    /// Looks at a body that is at hand or in a file.
    func read(_ body: ExchangeBody) async {
        switch body.storage {
        case .bytes(let bytes): await look(at: ByteSource(bytes))
        case .file(let path):
            await look(at: Self.source(ofFile: path))
        }
    }

    /// What is kept in a file; where that cannot be opened, nothing, with the reason.
    private static func source(ofFile path: String) -> ByteSource {
        do throws(DocumentError) {
            return try ByteSource(file: path)
        } catch {
            let source = ByteSource()
            source.finish(.cutOff("what is kept of it cannot be read. \(error.message)"))
            return source
        }
    }

    private func look(at source: ByteSource) async {
        var revision = 0
        for await document in DocumentUpdates(source, reading: Interpretation(mediaType: mediaType)) {
            revision += 1
            post(BodyHandle(exchange: exchange, revision: revision, document: document, source: source))
        }
    }
}
