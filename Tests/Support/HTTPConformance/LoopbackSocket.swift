internal import Dispatch
internal import Platform

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
        descriptor = try Self.check("socket", openSocket(family: AF_INET))
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
        while true {
            let accepted = acceptSocket(descriptor)
            // A client that has gone again, or a signal, must not end the server.
            if accepted < 0, errno == ECONNABORTED || errno == EINTR { continue }
            return LoopbackSocket(accepted: try Self.check("accept", accepted))
        }
    }

    /// Reads the available bytes, at most `limit`; empty after the peer has closed.
    func receive(upTo limit: Int = 65536) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = try Int(Self.check("recv", recv(descriptor, buffer.baseAddress, limit, 0)))
        }
    }

    /// Waits until bytes or the end have arrived, for a time; true if they have.
    func hasNews(withinMilliseconds milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0
    }

    /// Writes all bytes, blocking while the peer does not read.
    func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                rest = rest.dropFirst(try Self.check("send", sendBytes(part, over: descriptor)))
            }
        }
    }

    /// Shuts down both directions, which wakes blocked calls on this socket.
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

/// Finds a port of 127.0.0.1 on which no program listens at the moment.
public enum FreePort {
    /// Returns another port each time.
    /// - Throws: if the system has no free port.
    public static func find() throws -> Int {
        let socket = try LoopbackSocket.listening()
        defer { socket.closeDescriptor() }
        return Int(socket.port)
    }
}

/// A thread for blocking work, such as a server that waits for clients.
///
/// Dispatch has 255 threads at most for all queues. As many waiting servers of parallel tests would leave none for the clients that they wait for.
public enum BlockingThread {
    /// Runs `body` on a new thread, and returns at once.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        do throws(DetachedThread.StartError) {
            try DetachedThread.start(body)
        } catch {
            // The system has no more threads; Dispatch may have one left.
            DispatchQueue(label: "blocking").async(execute: body)
        }
    }
}
