public import HTTP
public import Workspace

/// Turns what passes the `RecordExchanges` link into exchanges without secrets, for the history and for the screen.
public final class ExchangeRecorder: HTTPRecorder {
    private let makeBodyPath: @Sendable () -> String?
    private let finished: @Sendable (Exchange, SecretMask) -> Void

    /// Takes where a large body is kept until the history has it (nil to keep its beginning only), and who is told.
    ///
    /// `finished` is called once for each exchange, on whichever thread it ended, with the mask that is still to be put on a body that is a file.
    public init(makeBodyPath: @escaping @Sendable () -> String?, finished: @escaping @Sendable (Exchange, SecretMask) -> Void) {
        self.makeBodyPath = makeBodyPath
        self.finished = finished
    }

    /// Memory while the body is small, then a private file.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink {
        SpoolSink(makePath: makeBodyPath)
    }

    /// An exchange is over.
    public func record(_ exchange: HTTPExchange) {
        guard let context = exchange.request.exchangeContext else { return }
        let conversion = ExchangeConversion(exchange, context)
        finished(conversion.exchange, conversion.mask)
    }
}
