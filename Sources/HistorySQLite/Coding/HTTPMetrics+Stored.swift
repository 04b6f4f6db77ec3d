import HTTP
import JSON

extension HTTPMetrics {
    var stored: JSONValue {
        .stored([
            ("timings", timings.stored),
            ("byteCounts", byteCounts.stored),
            ("connection", connection?.stored),
            ("requestHeader", .bytes(requestHeaderBytes)),
            ("responseHeader", .bytes(responseHeaderBytes)),
        ])
    }

    init(stored: JSONValue?) {
        self.init()
        timings = HTTPTimings(stored: stored?["timings"])
        byteCounts = HTTPByteCounts(stored: stored?["byteCounts"])
        connection = stored?["connection"].map { HTTPConnectionDetails(stored: $0) }
        requestHeaderBytes = stored?["requestHeader"]?.bytes ?? []
        responseHeaderBytes = stored?["responseHeader"]?.bytes ?? []
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
