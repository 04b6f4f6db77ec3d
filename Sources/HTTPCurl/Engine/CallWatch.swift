internal import Dispatch
internal import Platform
internal import Synchronization

/// Ends calls of libcurl that do not return, by shutting down the connection that keeps them.
///
/// libcurl 7.88 reads HTTP/2 frames until the socket has no more. A server that sends frames without a response faster than they are read keeps it
/// in one call, in which libcurl checks no time limit and no command is carried out. So a timer looks at the call twice a second, as long as
/// there are calls.
final class CallWatch: Sendable {
    /// The time between two looks, and so the longest time that a cancellation waits for such a call.
    private static let interval = Duration.milliseconds(500)

    /// The call that is watched, and the sockets that libcurl uses.
    struct State {
        /// The number of looks at one call after which it is ended if no time limit of a transfer is shorter.
        let defaultLongestCall: Int
        /// The number of looks at one call after which it is ended; that of a call for which a command waits is 2.
        private(set) var longestCall: Int
        private var sockets: [Int32] = []
        private var isCalling = false
        private var callCount = 0
        private var isAwaited = false
        /// True if a look is planned.
        private var isPlanned = false
        private var lookedAtCount = 0
        private var lookCount = 0
        private var hasEndedCall = false

        init(longestCall: Int) { (defaultLongestCall, self.longestCall) = (longestCall, longestCall) }

        /// Notes the shortest time limit of a transfer that begins.
        mutating func noteLimit(_ limit: Duration?, isOnlyTransfer: Bool) {
            if isOnlyTransfer { longestCall = defaultLongestCall }
            guard let limit, limit < CallWatch.interval * longestCall else { return }
            // The first look may come at once, so one more look is needed for the whole time.
            longestCall = min(longestCall, Int((limit / CallWatch.interval).rounded(.up)) + 1)
        }

        /// Records that libcurl opened or closed a socket.
        mutating func recordSocket(_ socket: Int32, isOpen: Bool) {
            sockets.removeAll { $0 == socket }
            if isOpen { sockets.append(socket) }
        }

        /// Returns true if a look must be planned.
        mutating func begin() -> Bool {
            isCalling = true
            callCount &+= 1
            isAwaited = false
            defer { isPlanned = true }
            return !isPlanned
        }

        /// Returns true if the call was ended by ``look(_:)``.
        mutating func end() -> Bool {
            isCalling = false
            defer { hasEndedCall = false }
            return hasEndedCall
        }

        /// Notes that a command waits for the end of the call.
        mutating func hurry() { isAwaited = true }

        /// Looks at the call, and has a connection shut down if the call takes too long.
        ///
        /// - Parameter shutDown: shuts down one of the sockets and returns it; nil if none of them keeps the call.
        /// - Returns: true if another look must be planned.
        mutating func look(_ shutDown: ([Int32]) -> Int32?) -> Bool {
            let isSame = lookedAtCount == callCount
            lookedAtCount = callCount
            lookCount = isSame && isCalling ? lookCount + 1 : 1
            if isCalling, lookCount >= (isAwaited ? 2 : longestCall), let socket = shutDown(sockets) {
                hasEndedCall = true
                recordSocket(socket, isOpen: false)
            }
            isPlanned = isCalling || !isSame
            return isPlanned
        }
    }

    private let state: Mutex<State>

    /// - Parameter longestCall: the time after which a call is ended even if no command waits.
    init(longestCall: Duration) {
        state = Mutex(State(longestCall: Int(longestCall / Self.interval)))
    }

    func recordSocket(_ socket: Int32, isOpen: Bool) { state.withLock { $0.recordSocket(socket, isOpen: isOpen) } }
    func noteLimit(_ limit: Duration?, isOnlyTransfer: Bool) { state.withLock { $0.noteLimit(limit, isOnlyTransfer: isOnlyTransfer) } }
    func hurry() { state.withLock { $0.hurry() } }

    /// Runs a call of libcurl; returns true if it had to be ended.
    func watch(_ call: () -> Void) -> Bool {
        if state.withLock({ $0.begin() }) { planLook() }
        call()
        return state.withLock { $0.end() }
    }

    private func planLook() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval / .seconds(1)) { [weak self] in self?.look() }
    }

    private func look() {
        // Under the lock, so that libcurl cannot close a socket, whose number another file may get, between the look and the end.
        if state.withLock({ $0.look(Self.shutDownFirstUnread(of:)) }) { planLook() }
    }

    /// Shuts down the first connection with unread bytes.
    private static func shutDownFirstUnread(of sockets: [Int32]) -> Int32? {
        var entries = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, nfds_t(entries.count), 0) > 0, let entry = entries.first(where: { $0.revents != 0 }) else { return nil }
        _ = shutdown(entry.fd, Int32(SHUT_RDWR))
        return entry.fd
    }
}
