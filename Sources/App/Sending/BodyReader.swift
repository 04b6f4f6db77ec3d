import Document
import HTTP
import Workspace

/// Makes documents of a body as it arrives.
struct BodyReader: Sendable {
    let exchange: Exchange.ID
    let owner: OpenRequest.ID
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
            source.finish(.cutOff(RequestOption.naming((error as? HTTPError)?.message ?? "\(error)")))
        }
        await looked
    }

    /// Looks at a body that is at hand or in a file.
    func read(_ body: ExchangeBody) async {
        let ending: ByteSource.Ending = body.isComplete ? .complete : .cutOff("the history keeps no more of it.")
        switch body.storage {
        case .bytes(let bytes): await look(at: ByteSource(bytes, ending: ending))
        case .file(let path): await look(at: Self.source(ofFile: path, ending))
        }
    }

    /// What is kept in a file; where that cannot be opened, nothing, with the reason.
    private static func source(ofFile path: String, _ ending: ByteSource.Ending) -> ByteSource {
        do throws(DocumentError) {
            return try ByteSource(file: path, ending: ending)
        } catch {
            return ByteSource([], ending: .cutOff("what is kept of it cannot be read. \(error.message)"))
        }
    }

    private func look(at source: ByteSource) async {
        var revision = 0
        for await document in DocumentUpdates(source, reading: Interpretation(mediaType: mediaType)) {
            revision += 1
            post(BodyHandle(exchange: exchange, owner: owner, revision: revision, document: document, source: source))
        }
    }
}
