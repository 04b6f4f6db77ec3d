import HTTP
import JSON

extension HTTPMetrics {
    /// Writes the metrics. `true` stands for header bytes that are stored with the exchange already.
    func write(to writer: inout DetailWriter, sharing headerBytes: HeaderBytes) {
        writer.object("timings", timings.write)
        writer.object("byteCounts", byteCounts.write)
        if let connection { writer.object("connection", connection.write) }
        Self.write("requestHeader", requestHeaderBytes, headerBytes.request, to: &writer)
        Self.write("responseHeader", responseHeaderBytes, headerBytes.response, to: &writer)
    }

    private static func write(_ name: StaticString, _ bytes: [UInt8], _ others: [UInt8], to writer: inout DetailWriter) {
        if !bytes.isEmpty, bytes == others { writer.member(name, true) } else { writer.member(name, base64: bytes) }
    }

    init(stored: JSONValue?, sharing headerBytes: HeaderBytes) {
        self.init()
        timings = HTTPTimings(stored: stored?["timings"])
        byteCounts = HTTPByteCounts(stored: stored?["byteCounts"])
        connection = stored?["connection"].map { HTTPConnectionDetails(stored: $0) }
        requestHeaderBytes = stored?["requestHeader"] == true ? headerBytes.request : stored?["requestHeader"]?.bytes ?? []
        responseHeaderBytes = stored?["responseHeader"] == true ? headerBytes.response : stored?["responseHeader"]?.bytes ?? []
    }
}

extension HTTPTimings {
    fileprivate func write(to writer: inout DetailWriter) {
        writer.member("nameLookup", nameLookup)
        writer.member("connection", connection)
        writer.member("tls", tls)
        writer.member("requestSent", requestSent)
        writer.member("firstByte", firstByte)
        writer.member("lastByte", lastByte)
    }

    init(stored: JSONValue?) {
        self.init()
        nameLookup = stored?["nameLookup"]?.microseconds
        connection = stored?["connection"]?.microseconds
        tls = stored?["tls"]?.microseconds
        requestSent = stored?["requestSent"]?.microseconds
        firstByte = stored?["firstByte"]?.microseconds
        lastByte = stored?["lastByte"]?.microseconds
    }
}

extension HTTPByteCounts {
    fileprivate func write(to writer: inout DetailWriter) {
        writer.member("sentHeader", Int(sentHeader))
        writer.member("sentBody", Int(sentBody))
        writer.member("receivedHeader", Int(receivedHeader))
        writer.member("receivedBody", Int(receivedBody))
        writer.member("decodedBody", Int(decodedBody))
    }

    init(stored: JSONValue?) {
        self.init()
        sentHeader = Int64(stored?["sentHeader"]?.integer ?? 0)
        sentBody = Int64(stored?["sentBody"]?.integer ?? 0)
        receivedHeader = Int64(stored?["receivedHeader"]?.integer ?? 0)
        receivedBody = Int64(stored?["receivedBody"]?.integer ?? 0)
        decodedBody = Int64(stored?["decodedBody"]?.integer ?? 0)
    }
}

extension HTTPConnectionDetails {
    fileprivate func write(to writer: inout DetailWriter) {
        if let local { writer.object("local", local.write) }
        if let remote { writer.object("remote", remote.write) }
        writer.member("version", version?.stored)
        writer.member("tls", tls?.stored)
        writer.member("isReused", isReused ? true : nil)
    }

    init(stored: JSONValue) {
        self.init()
        local = stored["local"].map { HTTPEndpoint(stored: $0) }
        remote = stored["remote"].map { HTTPEndpoint(stored: $0) }
        version = stored["version"].flatMap { HTTPVersion(stored: $0) }
        tls = stored["tls"].map { HTTPTLSDetails(stored: $0) }
        isReused = stored["isReused"]?.bool ?? false
    }
}

extension HTTPEndpoint {
    fileprivate func write(to writer: inout DetailWriter) {
        writer.name("address")
        writer.string(address)
        writer.name("port")
        writer.number(port)
    }

    init(stored: JSONValue) {
        self.init(address: stored["address"]?.string ?? "", port: stored["port"]?.integer ?? 0)
    }
}

extension HTTPVersion {
    var stored: JSONValue { [.number(major), .number(minor)] }

    init?(stored: JSONValue) {
        guard let major = stored[0]?.integer, let minor = stored[1]?.integer else { return nil }
        self.init(major: major, minor: minor)
    }
}

extension HTTPTLSDetails {
    var stored: JSONValue {
        .stored([
            ("version", version.map(JSONValue.string)),
            ("cipher", cipher.map(JSONValue.string)),
            ("applicationProtocol", applicationProtocol.map(JSONValue.string)),
            ("isVerified", isVerified.map { $0 ? true : false }),
            ("verifyProblem", verifyProblem.map(JSONValue.string)),
            ("certificates", certificates.isEmpty ? nil : .array(certificates.map(\.stored))),
        ])
    }

    init(stored: JSONValue) {
        self.init(
            version: stored["version"]?.string, cipher: stored["cipher"]?.string,
            applicationProtocol: stored["applicationProtocol"]?.string, isVerified: stored["isVerified"]?.bool,
            verifyProblem: stored["verifyProblem"]?.string,
            certificates: (stored["certificates"]?.array ?? []).map { HTTPCertificate(stored: $0) })
    }
}

extension HTTPCertificate {
    var stored: JSONValue {
        .stored([
            ("subject", .string(subject)),
            ("issuer", .string(issuer)),
            ("names", names.isEmpty ? nil : .array(names.map(JSONValue.string))),
            ("notBefore", .string(notBefore)),
            ("notAfter", .string(notAfter)),
            ("details", .fields(details)),
        ])
    }

    init(stored: JSONValue) {
        self.init(
            subject: stored["subject"]?.string ?? "", issuer: stored["issuer"]?.string ?? "",
            names: (stored["names"]?.array ?? []).compactMap(\.string), notBefore: stored["notBefore"]?.string ?? "",
            notAfter: stored["notAfter"]?.string ?? "", details: stored["details"]?.fields ?? [])
    }
}
