/// The keys of the objects in the first part of a JSON body, by the path of the objects; for XML and HTML, the elements.
public struct KeySurvey: Sendable, Equatable {
    /// The keys by path, in the order in which they occur. A path has no indices: `.items[].owner`, for markup `/feed/entry`, and empty for
    /// the outermost object.
    public private(set) var keys: [String: [String]] = [:]
    /// All keys, each once.
    public private(set) var all: [String] = []
    /// All attributes of XML and HTML, each once; those of one element are in ``keys`` at its path followed by `/@`.
    public private(set) var attributes: [String] = []

    /// True if the outermost element declares a default namespace (Namespaces in XML, section 6.2).
    public var hasDefaultNamespace: Bool { keys[""]?.first.flatMap { keys["/\($0)/@"] }?.contains("xmlns") == true }

    private var count = 0
    private static let byteLimit = 8 << 20
    private static let countLimit = 5000
    private static let depthLimit = 64
    private static let keyLimit = 200

    /// Surveys the beginning of a document.
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
                let end = JSONLines.endOfString(in: bytes, from: offset + 1, stop: bytes.count)
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
}

/// The elements and attributes in the first part of an XML or HTML body, by path.
struct MarkupSurvey {
    /// The names of the elements by the path of their parent, such as `/feed/entry`; empty for the outermost. Attributes are at
    /// `/feed/entry/@`.
    private(set) var names: [String: [String]] = [:]
    /// All attributes, each once.
    private(set) var attributes: [String] = []
    /// All elements, each once.
    private(set) var elements: [String] = []

    private let isHTML: Bool
    private var path: [String] = []
    private var known: Set<String> = []
    private static let countLimit = 5000
    private static let depthLimit = 64

    init(_ bytes: UnsafeRawBufferPointer, isHTML: Bool) {
        self.isHTML = isHTML
        var place = 0
        while place < bytes.count, known.count < Self.countLimit {
            let part = MarkupPart(in: bytes, at: place, isHTML: isHTML)
            guard let end = part.end(before: bytes.count) else { break }
            look(at: part, in: bytes, endingAt: end)
            place = max(end, place + 1)
        }
    }

    private mutating func look(at part: MarkupPart, in bytes: UnsafeRawBufferPointer, endingAt end: Int) {
        let name = String(decoding: bytes[part.name], as: UTF8.self)
        switch part.kind {
        case .text: break
        case .startTag:
            note(name, in: bytes, part.name.upperBound..<end)
            path.append(name)
        case .element: note(name, in: bytes, part.name.upperBound..<end)
        case .endTag:
            if let index = path.lastIndex(of: name) { path.removeSubrange(index...) }
        // HTML tags that are not treated as containers have names as well.
        case .other:
            if isHTML, !name.isEmpty, part.name.lowerBound > 0, bytes[part.name.lowerBound - 1] == UInt8(ascii: "<") {
                note(name, in: bytes, part.name.upperBound..<end)
            }
        }
    }

    private mutating func note(_ name: String, in bytes: UnsafeRawBufferPointer, _ rest: Range<Int>) {
        guard path.count < Self.depthLimit else { return }
        let place = path.map { "/" + $0 }.joined()
        if known.insert("\(place)/\(name)").inserted { names[place, default: []].append(name) }
        if known.insert("//\(name)").inserted { elements.append(name) }
        for attribute in MarkupAttributes.names(in: rest, of: bytes) {
            if known.insert("\(place)/\(name)/@\(attribute)").inserted { names["\(place)/\(name)/@", default: []].append(attribute) }
            if known.insert("//@\(attribute)").inserted { attributes.append(attribute) }
        }
    }
}

/// The attributes of a tag.
enum MarkupAttributes {
    /// The attribute names in a range, which is between the name of a tag and its end.
    static func names(in range: Range<Int>, of bytes: UnsafeRawBufferPointer) -> [String] {
        var names: [String] = []
        var place = range.lowerBound
        while place < range.upperBound, bytes[place] != UInt8(ascii: ">") {
            let start = place
            while place < range.upperBound, isName(bytes[place]) { place += 1 }
            if place > start { names.append(String(decoding: bytes[start..<place], as: UTF8.self)) }
            place = afterValue(place, range.upperBound, bytes)
        }
        return names
    }

    /// The offset after `= "value"`, or one byte further if there is no value.
    private static func afterValue(_ start: Int, _ end: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        var place = start
        while place < end, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "=") { place += 1 }
        guard place < end else { return end }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            guard bytes[start..<place].contains(UInt8(ascii: "=")) else { return max(place, start + (isName(quote) ? 0 : 1)) }
            while place < end, bytes[place] > 0x20, bytes[place] != UInt8(ascii: ">") { place += 1 }
            return place
        }
        place += 1
        while place < end, bytes[place] != quote { place += 1 }
        return min(end, place + 1)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: true
        }
    }
}
