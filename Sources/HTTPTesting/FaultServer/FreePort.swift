/// A port of 127.0.0.1 that nobody listens on just now.
public enum FreePort {
    /// Another one each time, as long as the system has any.
    /// - Throws: where the system gives no port.
    public static func find() throws -> Int {
        let socket = try LoopbackSocket.listening()
        defer { socket.closeDescriptor() }
        return Int(socket.port)
    }
}
