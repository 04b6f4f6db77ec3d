/// Why the server could not start.
public struct DemoServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure. More kinds may come.
    public struct Code: Hashable, Sendable {
        let name: String

        /// libmicrohttpd is not installed, or lacks a function.
        public static let libraryMissing = Code(name: "libraryMissing")
        /// The host is no address of this machine, or the port is no port.
        public static let invalidAddress = Code(name: "invalidAddress")
        /// Another program listens there.
        public static let portInUse = Code(name: "portInUse")
        /// The system refused for another reason.
        public static let cannotListen = Code(name: "cannotListen")
    }

    /// What kind of failure it was.
    public let code: Code
    /// A sentence for a person: what failed, why, and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
