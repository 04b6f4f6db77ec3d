import Foundation
import Platform
import Synchronization

/// A server on 127.0.0.1 that reads a given number of requests before it responds to any of them, each on its own connection.
final class ScriptedServer: Sendable {
    /// The address of the server.
    let url: String
    private let heads = Mutex<[String]>([])

    /// The heads of the requests so far.
    var requests: [String] { heads.withLock { $0 } }

    /// Begins to listen, as long as a test holds the server; a busy machine may wait minutes between two requests.
    ///
    /// A group of `held` requests that does not become whole within a minute is closed without responses.
    ///
    /// - Parameter respond: gives the bytes of the response to the request with this number, from 0, and this head.
    init(holding held: Int = 1, respond: @escaping @Sendable (Int, String) -> String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [weak self] in
            var count = 0
            while self != nil {
                var group: [(number: Int32, head: String)] = []
                while group.count < held, let connection = Self.nextConnection(listener, within: 60) {
                    group.append((connection, Self.head(connection)))
                }
                guard let self else { break }
                for (connection, head) in group {
                    heads.withLock { $0.append(head) }
                    if group.count == held { Self.write(respond(count, head), connection) }
                    close(connection)
                    count += 1
                }
            }
            close(listener)
        }
    }

    /// The next connection; nil if none arrives within this number of seconds.
    private static func nextConnection(_ listener: Int32, within seconds: Int32) -> Int32? {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, seconds * 1000) == 1 else { return nil }
        let connection = accept(listener, nil, nil)
        return connection < 0 ? nil : connection
    }

    private static func head(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, _ connection: Int32) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
