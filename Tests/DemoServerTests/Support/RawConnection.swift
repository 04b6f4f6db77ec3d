import Foundation

/// A connection to a server on the loopback address that sends the given bytes unchanged.
final class RawConnection {
    struct Failure: Error {
        let description: String
    }

    private var descriptor: Int32
    private var buffer: [UInt8] = []

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard result == 0 else { throw Failure(description: "cannot connect to port \(port): \(String(cString: strerror(errno)))") }
    }

    deinit {
        close()
    }

    /// Closes the connection. Closing twice does nothing.
    func close() {
        guard descriptor >= 0 else { return }
        _ = Foundation.close(descriptor)
        descriptor = -1
    }

    func send(_ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil) throws {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        try write(Array((head + "\r\n").utf8) + (body ?? []))
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(description: "cannot send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads the response to one request. `hasBody` is `false` after HEAD.
    func response(hasBody: Bool = true) throws -> RawResponse {
        let lines = try head()
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Failure(description: "no status line in \(lines)")
        }
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let partial = RawResponse(status: status, headers: headers, body: [])
        let isEmpty = !hasBody || status == 204 || status == 304
        return RawResponse(status: status, headers: headers, body: isEmpty ? [] : try body(of: partial))
    }

    /// Reads exactly this number of bytes.
    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Failure(description: "the connection ended after \(buffer.count) of \(count) bytes") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Reads up to the end of the head, and gives its lines.
    func head() throws -> [String] {
        var lines: [String] = []
        while let line = try line(), !line.isEmpty { lines.append(line) }
        return lines
    }

    /// Reads a line, without its end.
    func line() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            }
            guard try fill() else { return nil }
        }
    }

    /// Reads one chunk of a chunked body, `nil` after the last.
    func chunk() throws -> [UInt8]? {
        guard let size = try line().flatMap({ Int($0, radix: 16) }) else { throw Failure(description: "no chunk") }
        let bytes = try read(size)
        _ = try line()
        return size == 0 ? nil : bytes
    }

    private func body(of response: RawResponse) throws -> [UInt8] {
        if let length = response["Content-Length"].flatMap({ Int($0) }) { return try read(length) }
        guard response["Transfer-Encoding"] == "chunked" else { return try readToEnd() }
        var body: [UInt8] = []
        while let chunk = try chunk() { body += chunk }
        return body
    }

    private func readToEnd() throws -> [UInt8] {
        while try fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// `false` at the end of the stream.
    private func fill() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count >= 0 else { throw Failure(description: "cannot receive: \(String(cString: strerror(errno)))") }
        buffer += piece.prefix(count)
        return count > 0
    }
}
