import Dispatch
import Platform
import Synchronization

/// Listens on a loopback port for the redirect of a browser login (RFC 8252 section 7.3).
final class LoopbackListener: Sendable {
    /// The maximum size of a request line with its headers.
    static let mostRequestBytes = 65_536

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

    private func wait(for expected: HTTPRequest, _ isAnswer: (String) -> Bool) -> String? {
        while isOpen.withLock({ $0 }) {
            let connection = acceptSocket(descriptor)
            guard connection >= 0 else {
                if errno == EINTR { continue }
                return nil
            }
            defer { close(connection) }
            guard let target = Self.target(from: connection) else {
                Self.answer(connection, .stray)
                continue
            }
            var url = expected
            let mark = target.firstIndex(of: "?") ?? target.endIndex
            guard target[..<mark] == (expected.percentEncodedPath.isEmpty ? "/" : expected.percentEncodedPath) else {
                Self.answer(connection, .missing)
                continue
            }
            url.percentEncodedQuery = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
            guard isAnswer(url.url) else {
                Self.answer(connection, .stray)
                continue
            }
            Self.answer(connection, LoopbackPage(of: url.url))
            return url.url
        }
        return nil
    }

    /// The target of a GET request; nil for anything else.
    private static func target(from connection: Int32) -> Substring? {
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !bytes.contains(0x0A), bytes.count < mostRequestBytes {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        let words = line.split(separator: " ")
        return words.count == 3 && words[0] == "GET" ? words[1] : nil
    }

    private static func answer(_ connection: Int32, _ page: LoopbackPage) {
        _ = Array(page.message.utf8).withUnsafeBytes { sendBytes($0, over: connection) }
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
