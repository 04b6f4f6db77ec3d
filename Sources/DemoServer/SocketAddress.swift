import CMicroHTTPD
import Platform

/// A numeric address and port, for the socket functions.
struct SocketAddress: Sendable {
    let host: String
    let port: Int
    private let storage: sockaddr_storage

    init(host: String, port: Int) throws(DemoServerError) {
        guard let number = in_port_t(exactly: port) else {
            throw DemoServerError(.invalidAddress, "\(port) is not a port. Choose one from 1 to 65535, or 0 for a free one.")
        }
        let numeric = host == "localhost" ? "127.0.0.1" : host
        guard let storage = Self.ipv4(numeric, port: number) ?? Self.ipv6(numeric, port: number) else {
            throw DemoServerError(
                .invalidAddress, "“\(host)” is not a numeric address. Use an IPv4 or IPv6 address, such as 127.0.0.1, ::1 or 0.0.0.0.")
        }
        self.host = host
        self.port = port
        self.storage = storage
    }

    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }

    /// The numeric host of an address; nil if it is neither IPv4 nor IPv6.
    static func host(of address: UnsafePointer<sockaddr>) -> String? {
        let length = Int32(address.pointee.sa_family) == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return name.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } }
    }

    private static func ipv4(_ host: String, port: in_port_t) -> sockaddr_storage? {
        var address = sockaddr_in()
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return stored(address)
    }

    private static func ipv6(_ host: String, port: in_port_t) -> sockaddr_storage? {
        var address = sockaddr_in6()
        guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        return stored(address)
    }

    private static func stored<Address>(_ address: Address) -> sockaddr_storage {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
        return storage
    }
}
