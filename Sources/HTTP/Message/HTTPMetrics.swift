import Platform

/// The measurements of one transfer.
public struct HTTPMetrics: Hashable, Sendable {
    /// The times at which the phases ended.
    public var timings = HTTPTimings()
    /// The sizes of the transferred parts.
    public var byteCounts = HTTPByteCounts()
    /// The connection; nil if there was none.
    public var connection: HTTPConnectionDetails?
    /// The request line and headers exactly as sent, including the empty line; for HTTP/2 and later reconstructed by the transport.
    public var requestHeaderBytes: [UInt8] {
        get { Array(headerBytes[..<requestHeaderByteCount]) }
        set {
            headerBytes.replaceSubrange(..<requestHeaderByteCount, with: newValue)
            requestHeaderByteCount = newValue.count
        }
    }
    /// The status line and headers exactly as received, with interim responses before them and trailers after them.
    public var responseHeaderBytes: [UInt8] {
        get { Array(headerBytes[requestHeaderByteCount...]) }
        set { headerBytes.replaceSubrange(requestHeaderByteCount..., with: newValue) }
    }
    /// The header bytes of the request, then those of the response, in one allocation.
    private var headerBytes: [UInt8] = []
    private var requestHeaderByteCount = 0

    /// Creates empty measurements.
    public init() {}

    /// Creates measurements with header bytes: those of the request, of which there are so many, then those of the response.
    package init(headerBytes: [UInt8], requestHeaderByteCount: Int) {
        self.headerBytes = headerBytes
        self.requestHeaderByteCount = requestHeaderByteCount
    }
}

extension HTTPMetrics: CustomReflectable {
    /// A mirror without the header bytes, which may contain credentials.
    public var customMirror: Mirror {
        Mirror(self, children: ["timings": timings, "byteCounts": byteCounts, "connection": connection as Any], displayStyle: .struct)
    }
}

/// The parts of received header bytes besides the final head: interim responses and trailers.
package struct HTTPHeaderParts: Hashable, Sendable {
    /// A response before the final one (RFC 9110 section 15.2), such as `103 Early Hints`.
    package struct Interim: Hashable, Sendable {
        package let statusLine: String
        /// The header fields.
        package fileprivate(set) var headers = HTTPHeaders()
    }

    /// The interim responses in the order received.
    package private(set) var interim: [Interim] = []
    /// The fields after the body (RFC 9110 section 6.5).
    package private(set) var trailers = HTTPHeaders()

    /// Reads the header bytes of one transfer (``HTTPMetrics/responseHeaderBytes``).
    package init(_ bytes: [UInt8]) {
        var (isInBlock, isInterim) = (false, false)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            if text.isEmpty {
                isInBlock = false
            } else if !isInBlock, text.hasPrefix("HTTP/") {
                isInBlock = true
                let status = text.split(separator: " ").dropFirst().first ?? ""
                isInterim = status.hasPrefix("1") && status != "101"
                if isInterim { interim.append(Interim(statusLine: text)) } else { trailers = HTTPHeaders() }
            } else if let field = Self.field(in: text) {
                if !isInBlock {
                    trailers.append(field.name, field.value)
                } else if isInterim {
                    interim[interim.count - 1].headers.append(field.name, field.value)
                }
            }
        }
    }

    private static func field(in line: String) -> (name: String, value: String)? {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return (String(line[..<colon]), String(line[line.utf8.index(after: colon)...].trimmingSpacesAndTabs))
    }
}

/// Points in time of one transfer, counted from its start, in microseconds. Nil for phases that did not happen.
public struct HTTPTimings: Hashable, Sendable {
    /// The address of the host was known.
    public var nameLookup: Duration?
    /// The TCP connection to the server or its proxy was established.
    public var connection: Duration?
    /// The TLS handshake was complete.
    public var tls: Duration?
    /// The last byte of the request was sent.
    public var requestSent: Duration?
    /// The first byte of the response arrived.
    public var firstByte: Duration?
    /// The last byte of the response arrived.
    public var lastByte: Duration?

    /// Creates empty timings.
    public init() {}

    /// The end of the phase of sending: its last byte can be reported after the first one of the response, also by a server that answers
    /// before it has read the whole request.
    package var endOfSending: Duration? { requestSent.map { min($0, firstByte ?? lastByte ?? $0) } }
}

/// The sizes of one transfer in bytes.
public struct HTTPByteCounts: Hashable, Sendable {
    /// The request line and headers.
    public var sentHeader: Int64 = 0
    /// The body of the request.
    public var sentBody: Int64 = 0
    /// The status line and headers.
    public var receivedHeader: Int64 = 0
    /// The body of the response on the wire, which may be compressed.
    public var receivedBody: Int64 = 0
    /// The body of the response as its reader gets it.
    public var decodedBody: Int64 = 0

    /// Creates counts of zero.
    public init() {}
}

/// The connection that a transfer used.
public struct HTTPConnectionDetails: Hashable, Sendable {
    /// The end of the connection on this machine.
    public var local: HTTPEndpoint?
    /// The end at the server or its proxy.
    public var remote: HTTPEndpoint?
    /// The proxy in words, without its credentials: `the proxy host:3128 of http_proxy, tunnel to api.example:443 (200)`; nil if there is none, or
    /// if it is not known.
    public var proxy: String?
    /// The protocol version of the connection.
    public var version: HTTPVersion?
    /// The TLS details; nil without TLS.
    public var tls: HTTPTLSDetails?
    /// True if an earlier transfer opened the connection.
    public var isReused = false

    /// Creates details without any information.
    public init() {}
}

/// An address and a port.
public struct HTTPEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The numeric address without brackets; a path for a Unix socket.
    public let address: String
    /// The port; 0 for a Unix socket.
    public let port: Int

    /// Creates an end of a connection.
    public init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// `address:port`, with IPv6 addresses in brackets.
    public var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}

/// The parameters of a TLS connection.
public struct HTTPTLSDetails: Hashable, Sendable {
    /// The version as the TLS library names it, such as `TLSv1.3`; nil if unknown.
    public var version: String?
    /// The name of the cipher suite.
    public var cipher: String?
    /// The protocol selected by ALPN (RFC 7301), such as `h2`; nil if there is none or it is unknown.
    public var applicationProtocol: String?
    /// True if the server's certificate was verified (``HTTPServerTrust/isVerified``); nil if unknown.
    public var isVerified: Bool?
    /// The problem that the TLS library found in the chain, in its own words; nil if there is none or it was not checked. Only an
    /// unverified connection can have one.
    public var verifyProblem: String?
    /// The server's certificate, followed by its issuers as sent.
    public var certificates: [HTTPCertificate]

    /// Creates details.
    public init(
        version: String? = nil, cipher: String? = nil, applicationProtocol: String? = nil, isVerified: Bool? = nil,
        verifyProblem: String? = nil, certificates: [HTTPCertificate] = []
    ) {
        self.version = version
        self.cipher = cipher
        self.applicationProtocol = applicationProtocol
        self.isVerified = isVerified
        self.verifyProblem = verifyProblem
        self.certificates = certificates
    }
}
