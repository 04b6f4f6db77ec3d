/// The keys that the objects of a JSON body have, by where the objects are, as far as a first look goes; of XML and HTML the elements.
public struct KeySurvey: Sendable, Equatable {
    /// The keys of each place in the order in which they came. A place is a path whose indices are left out: `.items[].owner`, of markup
    /// `/feed/entry`; empty for the outermost object.
    public private(set) var keys: [String: [String]] = [:]
    /// All keys, each once.
    public private(set) var all: [String] = []
    /// All attributes of XML and HTML, each once; those of one element stand at its place with `/@` behind it.
    public private(set) var attributes: [String] = []

    /// Whether the outermost element says in which namespace names without a prefix are (Namespaces in XML, section 6.2).
    public var hasDefaultNamespace: Bool { keys[""]?.first.flatMap { keys["/\($0)/@"] }?.contains("xmlns") == true }

    private var count = 0
    private static let byteLimit = 8 << 20
    private static let countLimit = 5000
    private static let depthLimit = 64
    private static let keyLimit = 200

    /// Looks at the beginning of a text.
    public init(_ document: Document) {
        let text = document.text.prefix(Self.byteLimit)
        if document.kind == .xml || document.kind == .html {
            let survey = text.withUnsafeBytes { MarkupSurvey($0, isHTML: document.kind == .html) }
            (keys, all, attributes) = (survey.names, survey.elements, survey.attributes)
            return
        }
        text.withUnsafeBytes { bytes in look(at: bytes) }
        var seen: Set<String> = []
        all = keys.keys.sorted().flatMap { keys[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    private mutating func look(at bytes: UnsafeRawBufferPointer) {
        var places: [(path: String, isObject: Bool)] = []
        var known: [String: Set<String>] = [:]
        var key: String?
        var offset = 0
        while offset < bytes.count, count < Self.countLimit {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                places.append((Self.path(of: key, in: places.last), bytes[offset] == UInt8(ascii: "{")))
                key = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = places.popLast()
                key = nil
            case UInt8(ascii: ","): key = nil
            case UInt8(ascii: "\""):
                let end = Self.endOfString(offset, in: bytes)
                if key == nil, let place = places.last, place.isObject, places.count <= Self.depthLimit, end - offset < Self.keyLimit {
                    let name = String(decoding: bytes[offset + 1..<max(offset + 1, end - 1)], as: UTF8.self)
                    key = name
                    if known[place.path, default: []].insert(name).inserted { add(name, at: place.path) }
                }
                offset = end
                continue
            default: break
            }
            offset += 1
        }
    }

    private mutating func add(_ key: String, at path: String) {
        keys[path, default: []].append(key)
        count += 1
    }

    private static func path(of key: String?, in place: (path: String, isObject: Bool)?) -> String {
        guard let place else { return "" }
        return place.isObject ? "\(place.path).\(key ?? "")" : place.path + "[]"
    }

    private static func endOfString(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var offset = start + 1
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\"") { return offset + 1 }
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes.count
    }
}
