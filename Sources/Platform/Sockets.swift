internal import CPlatform

#if canImport(Glibc)
    /// The type of a TCP socket (`SOCK_STREAM`), which has another Swift type in each C library.
    public let streamSocketType = Int32(SOCK_STREAM.rawValue)
#else
    /// The type of a TCP socket (`SOCK_STREAM`), which has another Swift type in each C library.
    public let streamSocketType = SOCK_STREAM
#endif

/// Opens a socket that no child process inherits, as `socket(2)` does; -1 on failure.
///
/// Otherwise a program started meanwhile would hold a copy of each connection, and closing it here would not end it.
public func openSocket(family: Int32, type: Int32 = streamSocketType, protocolNumber: Int32 = 0) -> Int32 {
    #if os(Linux)
        return socket(family, type | closeOnExec, protocolNumber)
    #else
        return protected(socket(family, type, protocolNumber))
    #endif
}

/// Waits for a connection to a listening socket, as `accept(2)` does; no child process inherits it. -1 on failure.
public func acceptSocket(_ listener: Int32) -> Int32 {
    #if os(Linux)
        return platform_accept(listener, nil, nil, closeOnExec)
    #else
        return protected(accept(listener, nil, nil))
    #endif
}

/// Waits until at least one of the descriptors can be read or has ended, as `poll(2)` does; negative numbers are passed over.
///
/// - Returns: for each descriptor, true if reading it or accepting from it does not block; nil on failure.
public func waitForInput(_ descriptors: [Int32]) -> [Bool]? {
    var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waits, nfds_t(waits.count), -1) < 0 {
        guard errno == EINTR else { return nil }
    }
    return waits.map { $0.revents != 0 }
}

/// Sends bytes over a socket, as `send(2)` does. A closed connection fails with `EPIPE` and raises no signal.
///
/// - Returns: the number of bytes that were sent; -1 on failure.
public func sendBytes(_ bytes: UnsafeRawBufferPointer, over socket: Int32) -> Int {
    #if os(Linux)
        return send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
        return send(socket, bytes.baseAddress, bytes.count, 0)
    #endif
}

#if canImport(Glibc)
    private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
#elseif os(Linux)
    private let closeOnExec = SOCK_CLOEXEC
#else
    /// Sets options on a new socket that other systems set at its creation.
    private func protected(_ socket: Int32) -> Int32 {
        guard socket >= 0 else { return socket }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var isOn: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return socket
    }
#endif
