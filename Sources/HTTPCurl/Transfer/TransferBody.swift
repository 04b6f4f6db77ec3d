internal import HTTP

/// The reader's end of a transfer. Letting go of it before the end was read ends the transfer.
final class TransferBody: HTTPResponseBodySource {
    private let transfer: Transfer

    init(_ transfer: Transfer) { self.transfer = transfer }

    deinit { transfer.cancel() }

    func next() async throws(HTTPError) -> [UInt8]? { try await transfer.nextChunk() }

    func cancel() { transfer.cancel() }
}
