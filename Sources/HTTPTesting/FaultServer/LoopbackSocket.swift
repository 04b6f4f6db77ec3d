#if canImport(Glibc)
    internal import Glibc
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
    private let sendFlags = Int32(MSG_NOSIGNAL)
#elseif canImport(Musl)
    internal import Musl
    private let streamSocket = SOCK_STREAM
    private let sendFlags = MSG_NOSIGNAL
#elseif canImport(Darwin)
    internal import Darwin
    private let streamSocket = SOCK_STREAM
    private let sendFlags = Int32(0)
#endif

/// A blocking TCP socket on 127.0.0.1: the few system calls that the scripted servers need, with errors thrown.
struct LoopbackSocket: Sendable {
    let descriptor: Int32

    /// Opens a socket that listens on a free port of 127.0.0.1.
    static func listening() throws -> LoopbackSocket {
        let socket = try LoopbackSocket()
        var reuse: Int32 = 1
        setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        try socket.withAddress(port: 0) { bind(socket.descriptor, $0, $1) }
        try check("listen", listen(socket.descriptor, 1024))
        return socket
    }

    /// Connects to a port of 127.0.0.1.
    static func connected(to port: UInt16) throws -> LoopbackSocket {
        let socket = try LoopbackSocket()
        try socket.withAddress(port: port) { connect(socket.descriptor, $0, $1) }
        return socket
    }

    private init() throws {
        descriptor = try Self.check("socket", socket(AF_INET, streamSocket, 0))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var quiet: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &quiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private init(accepted: Int32) { descriptor = accepted }

    /// The port this socket is bound to.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next client; throws once the socket is shut down.
    func acceptClient() throws -> LoopbackSocket {
        LoopbackSocket(accepted: try Self.check("accept", accept(descriptor, nil, nil)))
    }

    /// Reads what has arrived, at most `limit` bytes; empty when the peer has closed.
    func receive(upTo limit: Int = 65536) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = try Int(Self.check("recv", recv(descriptor, buffer.baseAddress, limit, 0)))
        }
    }

    /// Writes all bytes, blocking while the peer does not read.
    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                rest = rest.dropFirst(try Self.check("send", writeOnce(part)))
            }
        }
    }

    private func writeOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #else
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #endif
    }

    /// Ends both directions: wakes whoever is blocked in a call on this socket.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Ends the sending direction only: the peer reads an end, and can still send.
    func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the closing that follows send a reset instead of an orderly end.
    func lingerWithReset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func closeDescriptor() { _ = close(descriptor) }

    private func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try Self.check("bind or connect", result)
    }

    @discardableResult
    private static func check<Number: SignedInteger>(_ call: String, _ result: Number) throws -> Number {
        guard result >= 0 else { throw SocketError(call: call, number: errno) }
        return result
    }
}

/// A system call on a test socket failed.
struct SocketError: Error {
    let call: String
    /// The value of `errno`.
    let number: Int32
}
