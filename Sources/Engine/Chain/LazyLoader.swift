package import HTTP
import Synchronization

/// A loader that is made when it is first needed: opening the transport's libraries must not hold up the first frame.
package final class LazyLoader: HTTPLoader {
    private let make: @Sendable () -> any HTTPLoader
    // Guards the loader, so that it is made once.
    private let made = Mutex<(any HTTPLoader)?>(nil)

    package init(_ make: @escaping @Sendable () -> any HTTPLoader) { self.make = make }

    package func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        try await loader().load(request, task: task)
    }

    package func reset() async { await loader().reset() }

    private func loader() -> any HTTPLoader {
        made.withLock { loader in
            if let loader { return loader }
            let new = make()
            loader = new
            return new
        }
    }
}
