/// A thread with its connections. The thread ends once nobody holds the engine and its transfers are over.
final class CurlEngine: Sendable {
    let library: CurlLibrary
    let inbox: EngineInbox

    /// Opens libcurl and starts the thread.
    init(maximumIdleConnections: Int) throws(CurlUnavailable) {
        let library = try CurlLibrary.shared.get()
        let inbox = EngineInbox(multi: try MultiHandle(library, maximumIdleConnections: maximumIdleConnections))
        (self.library, self.inbox) = (library, inbox)
        try EngineThread.start { EngineLoop(library: library, inbox: inbox).run() }
    }

    deinit { inbox.send(.retire) }

    /// Ends every transfer and the thread, and returns when they have ended.
    func shutDown() async {
        await withCheckedContinuation { continuation in
            let isTaken = inbox.send(.shutDown { continuation.resume() })
            if !isTaken { continuation.resume() }
        }
    }
}
