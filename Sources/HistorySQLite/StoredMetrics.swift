import HTTP
import JSON

extension HTTPMetrics {
    /// - Parameter headerBytes: those that are stored with the exchange; `true` stands for them here.
    func stored(sharing headerBytes: HeaderBytes) -> JSONValue {
        .stored([
            ("timings", timings.stored),
            ("byteCounts", byteCounts.stored),
            ("connection", connection?.stored),
            ("requestHeader", Self.shared(requestHeaderBytes, headerBytes.request)),
            ("responseHeader", Self.shared(responseHeaderBytes, headerBytes.response)),
        ])
    }

    private static func shared(_ bytes: [UInt8], _ others: [UInt8]) -> JSONValue? {
        !bytes.isEmpty && bytes == others ? true : .bytes(bytes)
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
    var stored: JSONValue {
        .stored([
            ("nameLookup", .microseconds(nameLookup)),
            ("connection", .microseconds(connection)),
            ("tls", .microseconds(tls)),
            ("requestSent", .microseconds(requestSent)),
            ("firstByte", .microseconds(firstByte)),
            ("lastByte", .microseconds(lastByte)),
        ])
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
    var stored: JSONValue {
        .stored([
            ("sentHeader", .count(sentHeader)),
            ("sentBody", .count(sentBody)),
            ("receivedHeader", .count(receivedHeader)),
            ("receivedBody", .count(receivedBody)),
            ("decodedBody", .count(decodedBody)),
        ])
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
    var stored: JSONValue {
        .stored([
            ("local", local?.stored),
            ("remote", remote?.stored),
            ("version", version?.stored),
            ("tls", tls?.stored),
            ("isReused", isReused ? true : nil),
        ])
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
    var stored: JSONValue { ["address": .string(address), "port": .number(port)] }

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
