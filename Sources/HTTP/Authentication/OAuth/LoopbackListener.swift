import Dispatch
import Platform
import Synchronization

/// Listens on a loopback port for the redirect of a browser login (RFC 8252 section 7.3).
final class LoopbackListener: Sendable {
    /// The maximum size of a request line with its headers.
    static let maxRequestBytes = 65_536

    /// The redirect URL with the actual port.
    let redirectURL: String
    private let descriptor: Int32
    /// Guards the state of the socket.
    private let isOpen = Mutex(true)

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

    /// The URL of the redirect; nil after ``stop()``. Requests for other paths, such as an icon, get 404, and those that do not belong to
    /// this login 400.
    func redirectedURL(isAnswer: @escaping @Sendable (String) -> Bool) async -> String? {
        let expected = HTTPRequest(url: redirectURL)
        return await withCheckedContinuation { continuation in
            // A queue of its own: the shared ones have as many threads as there are processors, and a login may take minutes.
            DispatchQueue(label: "oauth.redirect").async { continuation.resume(returning: self.wait(for: expected, isAnswer)) }
        }
    }

    /// Ends the wait.
    func stop() {
        isOpen.withLock { isOpen in
            if isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) }
            isOpen = false
        }
    }

    /// A connection whose request line has not arrived yet.
    private struct Connection {
        let socket: Int32
        var bytes: [UInt8] = []
    }

    /// The maximum number of connections that are waited for; a browser opens some that it never uses.
    private static let maxConnections = 32

    private func wait(for expected: HTTPRequest, _ isAnswer: (String) -> Bool) -> String? {
        var connections: [Connection] = []
        defer { for connection in connections { close(connection.socket) } }
        while isOpen.withLock({ $0 }), let isReady = waitForInput([descriptor] + connections.map(\.socket)) {
            for index in connections.indices.reversed() where isReady[index + 1] {
                guard let line = Self.readLine(&connections[index]) else { continue }
                let socket = connections.remove(at: index).socket
                defer { close(socket) }
                if let url = answer(line, on: socket, expected, isAnswer) { return url }
            }
            guard isReady[0] else { continue }
            let socket = acceptSocket(descriptor)
            guard socket >= 0 || errno == EINTR || errno == ECONNABORTED else { return nil }
            guard socket >= 0 else { continue }
            if connections.count == Self.maxConnections { close(connections.removeFirst().socket) }
            connections.append(Connection(socket: socket))
        }
        return nil
    }

    /// Answers a request line; gives the URL if it belongs to this login.
    private func answer(_ line: String, on socket: Int32, _ expected: HTTPRequest, _ isAnswer: (String) -> Bool) -> String? {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "GET" else {
            Self.send(.stray, over: socket)
            return nil
        }
        let target = words[1]
        var url = expected
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        guard target[..<mark] == (expected.percentEncodedPath.isEmpty ? "/" : expected.percentEncodedPath) else {
            Self.send(.missing, over: socket)
            return nil
        }
        url.percentEncodedQuery = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
        let isOfLogin = isAnswer(url.url)
        Self.send(isOfLogin ? LoopbackPage(of: url.url) : .stray, over: socket)
        return isOfLogin ? url.url : nil
    }

    /// Reads what has arrived. Gives the first line once it is complete; it is empty if the connection ended before, or if it is too long.
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
        status: "400 Bad Request", text: "This request does not belong to the current login, which is still waiting.")
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
