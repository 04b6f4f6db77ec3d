/// Takes an event stream apart as it arrives, whatever the chunks (WHATWG HTML section 9.2.6).
public struct ServerSentEventParser: Sendable {
    /// What the stream asked for as the wait before reconnecting, in milliseconds.
    public private(set) var retryMilliseconds: Int?
    /// The last id given, for `Last-Event-ID` when reconnecting.
    public private(set) var lastEventID = ""
    private let limit: Int
    private var line: [UInt8] = []
    private var endedInCarriageReturn = false
    private var isFirstLine = true
    private var data = ""
    private var hasData = false
    private var event = ""
    private var pendingID = ""

    /// - Parameter limit: bytes of one event at most; what is longer is cut off at line ends.
    public init(limit: Int = 16 << 20) { self.limit = limit }

    /// The events that these bytes complete.
    public mutating func parse(_ bytes: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { endedInCarriageReturn = byte == 0x0D }
            switch byte {
            case 0x0A where endedInCarriageReturn: continue
            case 0x0A, 0x0D: endLine(into: &events)
            default: if line.count < limit { line.append(byte) }
            }
        }
        return events
    }

    private mutating func endLine(into events: inout [ServerSentEvent]) {
        var bytes = line[...]
        line.removeAll(keepingCapacity: true)
        if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        isFirstLine = false
        guard !bytes.isEmpty else { return dispatch(into: &events) }
        guard let colon = bytes.firstIndex(of: 0x3A) else { return take(bytes, value: []) }
        var value = bytes[(colon + 1)...]
        if value.first == 0x20 { value = value.dropFirst() }
        take(bytes[..<colon], value: value)
    }

    private mutating func take(_ field: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: field, as: UTF8.self) {
        case "data":
            guard data.utf8.count + value.count < limit else { return }
            if hasData { data += "\n" }
            data += text
            hasData = true
        case "event": event = text
        case "id": if !value.contains(0) { pendingID = text }
        case "retry":
            if !value.isEmpty, value.allSatisfy(ASCII.isDigit) { retryMilliseconds = Int(text) ?? retryMilliseconds }
        default: break
        }
    }

    private mutating func dispatch(into events: inout [ServerSentEvent]) {
        lastEventID = pendingID
        if hasData { events.append(ServerSentEvent(event: event.isEmpty ? "message" : event, data: data, id: lastEventID)) }
        data = ""
        hasData = false
        event = ""
    }
}
