import Dispatch
import Platform
import Synchronization

/// Listens on a loopback port for the redirects of browser logins (RFC 8252 section 7.3). Logins with the same port share a listener; the
/// state in the redirect tells whose it is.
final class LoopbackListener: Sendable {
    /// A login that waits for its redirect.
    private struct Waiter {
        /// The redirect URL of the login.
        let expected: HTTPRequest
        /// True for a redirect that belongs to the login.
        let isAnswer: @Sendable (String) -> Bool
        let continuation: CheckedContinuation<String?, Never>
    }

    private struct State {
        /// False after the last login has ended.
        var isOpen = true
        /// True while a thread reads from the socket.
        var isReading = false
        /// The logins by number; nil for one that has joined and does not wait yet.
        var waiters: [Int: Waiter?] = [:]
        var lastWaiter = 0
    }

    /// The maximum size of a request line with its headers.
    static let maxRequestBytes = 65_536

    /// The redirect URL with the actual port.
    let redirectURL: String
    private let descriptor: Int32
    /// Guards the logins and the state of the socket.
    private let state = Mutex(State())

    /// Nil if the port is in use, or the URL is not http on this machine. No port, or port 0, uses any free one.
    init?(redirectURL: String) {
        var request = HTTPRequest(url: redirectURL)
        let families = request.scheme == "http" ? Self.families[ASCII.lowercased(request.host ?? "")] ?? [] : []
        let port = request.port ?? 0
        guard let asked = UInt16(exactly: port), let descriptor = Self.listener(families, asked) else { return nil }
        self.descriptor = descriptor
        // A URL with a port is kept as written, because servers compare the text.
        if port == 0 { request.port = Self.port(of: descriptor) }
        self.redirectURL = port == 0 ? request.url : redirectURL
    }

    /// `localhost` may be either address, and browsers try both.
    private static let families = ["127.0.0.1": [AF_INET], "[::1]": [AF_INET6], "localhost": [AF_INET, AF_INET6]]

    /// The port of a redirect URL to this machine if another program uses it; nil otherwise.
    static func busyPort(of redirectURL: String) -> Int? {
        let request = HTTPRequest(url: redirectURL)
        guard request.scheme == "http", let family = families[ASCII.lowercased(request.host ?? "")]?.first,
            let port = request.port.flatMap({ UInt16(exactly: $0) }), port > 0
        else { return nil }
        let descriptor = openSocket(family: family)
        defer { close(descriptor) }
        return descriptor >= 0 && !bindLoopback(descriptor, family, port) && errno == EADDRINUSE ? Int(port) : nil
    }

    /// A socket that listens on the first available loopback address.
    private static func listener(_ families: [Int32], _ port: UInt16) -> Int32? {
        for family in families {
            if let descriptor = listener(family, port) { return descriptor }
        }
        return nil
    }

    private static func listener(_ family: Int32, _ port: UInt16) -> Int32? {
        let descriptor = openSocket(family: family)
        guard descriptor >= 0 else { return nil }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        guard bindLoopback(descriptor, family, port), listen(descriptor, 8) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func bindLoopback(_ descriptor: Int32, _ family: Int32, _ port: UInt16) -> Bool {
        if family == AF_INET6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(family)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return withAddress(&address) { bind(descriptor, $0, $1) } == 0
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(family)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withAddress(&address) { bind(descriptor, $0, $1) } == 0
    }

    /// The port, which is at the same offset in the addresses of both families.
    private static func port(of descriptor: Int32) -> Int? {
        var address = sockaddr_in6()
        let result = withAddress(&address) { pointer, size in
            var size = size
            return getsockname(descriptor, pointer, &size)
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }

    private static func withAddress<Address>(_ address: inout Address, _ call: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32)
        -> Int32
    {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }

    deinit { close(descriptor) }

    /// Adds a login, which must then call ``redirectedURL(of:to:isAnswer:)``. Returns its number, or nil if the listener is closed.
    func join() -> Int? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = .some(nil)
            return state.lastWaiter
        }
    }

    /// The URL of a login's redirect; nil if its task is cancelled. Requests for other paths, such as an icon, get 404, and those that belong
    /// to no login 400.
    func redirectedURL(of login: Int, to redirectURL: String, isAnswer: @escaping @Sendable (String) -> Bool) async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(expected: HTTPRequest(url: redirectURL), isAnswer: isAnswer, continuation: continuation)
                let (isIn, isFirst) = state.withLock { state -> (Bool, Bool) in
                    guard state.isOpen, state.waiters[login] != nil else { return (false, false) }
                    state.waiters[login] = waiter
                    defer { state.isReading = true }
                    return (true, !state.isReading)
                }
                guard isIn else { return continuation.resume(returning: nil) }
                // A queue of its own: the shared ones have as many threads as there are processors, and a login may take minutes.
                if isFirst { DispatchQueue(label: "oauth.redirect").async { self.read() } }
            }
        } onCancel: {
            end(login, with: nil)
        }
    }

    /// Ends the wait of a login. The last one closes the listener.
    private func end(_ login: Int, with url: String?) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: login)
            if state.isOpen, state.waiters.isEmpty {
                state.isOpen = false
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
            return waiter
        }
        waiter??.continuation.resume(returning: url)
    }

    /// A connection whose request line has not arrived yet.
    private struct Connection {
        let socket: Int32
        var bytes: [UInt8] = []
    }

    /// The maximum number of connections that are waited for; a browser opens some that it never uses.
    private static let maxConnections = 32

    /// Reads requests until the last login has ended.
    private func read() {
        var connections: [Connection] = []
        defer { for connection in connections { close(connection.socket) } }
        while state.withLock({ $0.isOpen }), let isReady = waitForInput([descriptor] + connections.map(\.socket)) {
            for index in connections.indices.reversed() where isReady[index + 1] {
                guard let line = Self.readLine(&connections[index]) else { continue }
                let socket = connections.remove(at: index).socket
                defer { close(socket) }
                answer(line, on: socket)
            }
            guard isReady[0] else { continue }
            let socket = acceptSocket(descriptor)
            guard socket >= 0 || errno == EINTR || errno == ECONNABORTED else { break }
            guard socket >= 0 else { continue }
            if connections.count == Self.maxConnections { close(connections.removeFirst().socket) }
            connections.append(Connection(socket: socket))
        }
        // After a failure of the socket no redirect can arrive.
        let remaining = state.withLock { state in
            state.isOpen = false
            return Array(state.waiters.keys)
        }
        for login in remaining { end(login, with: nil) }
    }

    /// Answers a request line, and ends the login to which it belongs.
    private func answer(_ line: String, on socket: Int32) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "GET" else { return Self.send(.stray, over: socket) }
        let target = words[1]
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        let path = target[..<mark]
        let ofPath = state.withLock { $0.waiters }.compactMap { login, waiter in
            waiter.flatMap { ($0.expected.percentEncodedPath.isEmpty ? "/" : $0.expected.percentEncodedPath) == path ? (login, $0) : nil }
        }
        guard !ofPath.isEmpty else { return Self.send(.missing, over: socket) }
        for (login, waiter) in ofPath {
            var url = waiter.expected
            url.percentEncodedQuery = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
            guard waiter.isAnswer(url.url) else { continue }
            Self.send(LoopbackPage(of: url.url), over: socket)
            return end(login, with: url.url)
        }
        Self.send(.stray, over: socket)
    }

    /// Reads the arrived bytes. Gives the first line once it is complete; it is empty if the connection ended before, or if it is too long.
    private static func readLine(_ connection: inout Connection) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connection.socket, &buffer, buffer.count, 0)
        guard count > 0 else { return count < 0 && errno == EINTR ? nil : "" }
        connection.bytes += buffer[..<count]
        if connection.bytes.contains(0x0A) {
            return String(decoding: connection.bytes, as: UTF8.self).prefix { !$0.isNewline }.description
        }
        return connection.bytes.count < maxRequestBytes ? nil : ""
    }

    private static func send(_ page: LoopbackPage, over socket: Int32) {
        _ = Array(page.message.utf8).withUnsafeBytes { sendBytes($0, over: socket) }
    }
}

/// The page that a browser shows after a login.
struct LoopbackPage {
    /// The page for a request that does not belong to the current login.
    static let stray = LoopbackPage(
        status: "400 Bad Request", text: "This request does not belong to a login that is waiting.")
    /// The page for another path, such as an icon.
    static let missing = LoopbackPage(status: "404 Not Found", text: "There is nothing here.")

    private let status: String
    private let text: String

    private init(status: String, text: String) {
        self.status = status
        self.text = text
    }

    /// The page for the URL of the redirect. The server has yet to accept the code, so the login is not complete.
    init(of url: String) {
        let items = OAuthRedirect.items(of: url)
        let outcome =
            if let code = items["error"] {
                "The login failed. " + OAuthStateMachine.refusal(code, items["error_description"])
            } else if items["code"] == nil {
                "The login failed: the redirect has no code."
            } else {
                "The login continues in the program that started it, which shows the result."
            }
        self.init(status: "200 OK", text: outcome + " You can close this page.")
    }

    /// The HTTP response. Text from a server is escaped.
    var message: String {
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Login</title><p>\(text.asMarkup)</p></html>

            """
        let fields = ["Content-Type: text/html; charset=utf-8", "Connection: close", "Content-Length: \(page.utf8.count)"]
        return "HTTP/1.1 \(status)\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n\(page)"
    }
}
