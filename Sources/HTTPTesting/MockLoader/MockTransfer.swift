internal import HTTP
import Synchronization

/// Reports what a transport would of one transfer: the bytes of the bodies, and the end.
final class MockTransfer: Sendable {
    private let request: HTTPRequest
    private let reporter: HTTPTaskReporter
    /// Guards the counts: a body's reader has a thread of its own.
    private let metrics = Mutex(HTTPMetrics())

    /// A transfer that begins.
    init(of request: HTTPRequest, reporter: HTTPTaskReporter) {
        self.request = request
        self.reporter = reporter
        reporter.report(.started(request))
    }

    /// The answer, whose body is counted as it passes.
    func deliver(_ response: HTTPResponse) -> HTTPResponse {
        if case .known(let count) = request.body.length, count > 0 {
            metrics.withLock { $0.byteCounts.sentBody = count }
            reporter.report(.sent(count, of: count))
        }
        reporter.report(.responded(response.head))
        var response = response
        let expected = response.body.expectedByteCount
        if response.body.isAtHand {
            receive(Int(expected ?? 0), of: expected)
            finish()
        } else {
            response.body = response.body.observed {
                self.receive($0.count, of: expected)
            } end: {
                self.end($0)
            }
        }
        return response
    }

    /// An error in the place of an answer, or in the middle of its body.
    func fail(with error: HTTPError) {
        finish()
        reporter.report(.failed(error))
    }

    private func receive(_ count: Int, of expected: Int64?) {
        guard count > 0 else { return }
        let total = metrics.withLock { metrics in
            metrics.byteCounts.receivedBody += Int64(count)
            metrics.byteCounts.decodedBody += Int64(count)
            return metrics.byteCounts.receivedBody
        }
        reporter.report(.received(total, of: expected))
    }

    private func finish() { reporter.report(.finished(metrics.withLock { $0 })) }

    private func end(_ ending: HTTPBodyEnding) {
        switch ending {
        case .complete: finish()
        case .abandoned: fail(with: HTTPError(.cancelled, request: request))
        case .failed(let error): fail(with: error)
        }
    }
}
