public import HTTP
import Workspace

/// Turns what passes the `Record` link into exchanges without secrets, for the history and for the screen.
public final class ExchangeRecorder: HTTPRecorder {
    private let bodyFolder: String?
    private let finished: @Sendable (Exchange) -> Void

    /// Takes where large bodies are kept until the history has them (nil to forget what is over a megabyte), and who is told.
    ///
    /// `finished` is called once for each exchange, on whichever thread it ended.
    init(bodyFolder: String?, finished: @escaping @Sendable (Exchange) -> Void) {
        self.bodyFolder = bodyFolder
        self.finished = finished
    }

    /// Memory while the body is small, then a private file.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink {
        SpoolSink(folder: bodyFolder)
    }

    /// An exchange is over.
    public func record(_ exchange: HTTPExchange) {
        guard let context = exchange.request.exchangeContext else { return }
        finished(ExchangeConversion(exchange, context).exchange)
    }
}
