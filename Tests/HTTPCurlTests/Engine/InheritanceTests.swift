import HTTP
import HTTPConformance
import HTTPCurl
import Platform
import Testing

/// Child processes must not inherit connections; otherwise cancelling would not close them.
@Suite struct InheritanceTests {
    @Test func childrenDoNotInheritConnections() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let task = CurlLoader().start(server.request())
        let response = try await task.value
        // The body is not read yet: the connection is open at both ends.
        #expect(inheritable(port: Int(server.port)).isEmpty)
        _ = try await response.body.collect(upTo: 10)
    }

    /// The open descriptors of this process that are connected to or from a port and that a child would get.
    private func inheritable(port: Int) -> [Int32] {
        (Int32(3)..<4096).filter { descriptor in
            guard [name(descriptor, getsockname), name(descriptor, getpeername)].contains(port) else { return false }
            return fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
        }
    }

    private func name(
        _ descriptor: Int32, _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &length) }
        }
        return result == 0 && Int32(address.sin_family) == AF_INET ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
