import HTTP
import Synchronization

/// Keeps exchanges in a list.
final class ListRecorder: HTTPRecorder {
    private let list = Mutex<[HTTPExchange]>([])
    private let arriving = Mutex<[HTTPExchange]>([])
    private let limit: Int

    init(limit: Int = 1_000) { self.limit = limit }

    var exchanges: [HTTPExchange] { list.withLock { $0 } }
    /// What was known of exchanges while their bodies arrived.
    var arrivals: [HTTPExchange] { arriving.withLock { $0 } }
    func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink { MemorySink(limit: limit) }
    func recordArrival(of exchange: HTTPExchange) { arriving.withLock { $0.append(exchange) } }
    func record(_ exchange: HTTPExchange) { list.withLock { $0.append(exchange) } }
}
