internal import Dispatch

/// Scripts that make a `FaultServer` a proxy. They connect to ports of 127.0.0.1 only, whatever host is requested.
public enum ScriptedProxy {
    /// The user name and password that a proxy requires.
    public typealias Credentials = (user: String, password: String)

    /// Answers requests in absolute form itself, and opens tunnels for CONNECT (RFC 9110 section 9.3.6).
    /// - Parameters:
    ///   - authorization: the required value of `Proxy-Authorization`; nil for none.
    ///   - response: the response to requests other than CONNECT.
    public static func http(authorization: String? = nil, response: String) -> FaultServer.Script {
        { connection in
            while let request = try connection.readRequest() {
                guard authorization == nil || request["Proxy-Authorization"] == authorization else {
                    try connection.send(
                        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                guard request.method == "CONNECT" else {
                    try connection.send(response)
                    continue
                }
                let port = request.target.split(separator: ":").last.flatMap { UInt16($0) }
                try connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
                return try relay(connection, to: port ?? 0)
            }
        }
    }

    /// SOCKS version 5 (RFC 1928), with user name and password if they are required (RFC 1929).
    public static func socks5(_ wanted: Credentials? = nil) -> FaultServer.Script {
        { connection in
            guard let greeting = try connection.read(exactly: 2), let methods = try connection.read(exactly: Int(greeting[1])) else {
                return
            }
            let method: UInt8 = wanted == nil ? 0 : 2
            guard methods.contains(method) else { return try connection.send([5, 0xFF]) }
            try connection.send([5, method])
            if let wanted, try !authenticate(connection, wanted) { return }
            guard let port = try readSocksTarget(connection) else { return }
            try connection.send([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
            try relay(connection, to: port)
        }
    }

    /// SOCKS version 4, and 4a, in which the name follows an address of the form `0.0.0.x`.
    /// - Parameters:
    ///   - user: the only user that is served; nil for any.
    ///   - takesNames: true to serve names (4a) only, false to serve addresses (4) only.
    public static func socks4(user: String? = nil, takesNames: Bool) -> FaultServer.Script {
        { connection in
            guard let head = try connection.read(exactly: 8), let given = try connection.read(through: [0]) else { return }
            let isName = head[4..<7].elementsEqual([0, 0, 0]) && head[7] != 0
            if isName, try connection.read(through: [0]) == nil { return }
            let isServed = (user.map { Array($0.utf8) == given.dropLast() } ?? true) && isName == takesNames
            try connection.send([0, isServed ? 90 : 91, 0, 0, 0, 0, 0, 0])
            if isServed { try relay(connection, to: UInt16(head[2]) << 8 | UInt16(head[3])) }
        }
    }

    private static func authenticate(_ connection: FaultConnection, _ wanted: Credentials) throws -> Bool {
        func readText() throws -> String? {
            guard let length = try connection.read(exactly: 1), let bytes = try connection.read(exactly: Int(length[0])) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        guard try connection.read(exactly: 1) != nil, let user = try readText(), let password = try readText() else { return false }
        let isRight = (user, password) == wanted
        try connection.send([1, isRight ? 0 : 1])
        return isRight
    }

    /// Reads a request to connect and answers with its port.
    private static func readSocksTarget(_ connection: FaultConnection) throws -> UInt16? {
        guard let head = try connection.read(exactly: 4) else { return nil }
        let addressLength: Int
        switch head[3] {
        case 1: addressLength = 4
        case 4: addressLength = 16
        default:
            guard let length = try connection.read(exactly: 1) else { return nil }
            addressLength = Int(length[0])
        }
        guard try connection.read(exactly: addressLength) != nil, let port = try connection.read(exactly: 2) else { return nil }
        return UInt16(port[0]) << 8 | UInt16(port[1])
    }

    /// Passes bytes both ways until either side closes.
    private static func relay(_ connection: FaultConnection, to port: UInt16) throws {
        let server = try LoopbackSocket.connected(to: port)
        defer { server.closeDescriptor() }
        let isAnswered = DispatchSemaphore(value: 0)
        BlockingThread.start {
            while let bytes = try? server.receive(), !bytes.isEmpty, (try? connection.send(bytes)) != nil {}
            connection.finishSending()
            isAnswered.signal()
        }
        while let bytes = try? connection.readSome(), !bytes.isEmpty, (try? server.send(bytes)) != nil {}
        server.shutDown()
        isAnswered.wait()
    }
}
