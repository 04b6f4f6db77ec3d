import Platform
import Testing

struct SocketsTests {
    @Test func noChildProcessInheritsASocket() {
        let socket = openSocket(family: AF_UNIX)
        defer { close(socket) }
        #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func writingToAClosedPeerRaisesNoSignal() {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, streamSocketType, 0, &ends) == 0)
        close(ends[1])
        let count = [UInt8](repeating: 0, count: 8).withUnsafeBytes { sendBytes($0, over: ends[0]) }
        #expect(count == -1)
        #expect(errno == EPIPE)
        close(ends[0])
    }

    @Test func noChildProcessInheritsAnAcceptedSocket() {
        let listener = openSocket(family: AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let client = openSocket(family: AF_INET)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                #expect(bind(listener, address, size) == 0)
                #expect(listen(listener, 1) == 0)
                getsockname(listener, address, &size)
                #expect(connect(client, address, size) == 0)
            }
        }
        let accepted = acceptSocket(listener)
        #expect(fcntl(accepted, F_GETFD) & FD_CLOEXEC != 0)
        for socket in [listener, client, accepted] { close(socket) }
    }
}
