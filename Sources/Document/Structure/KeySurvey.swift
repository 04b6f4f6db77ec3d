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

    private static let byteLimit = 8 << 20
    fileprivate static let countLimit = 5000
    fileprivate static let depthLimit = 64
    /// The maximum size of a name.
    fileprivate static let keyLimit = 200

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
        var places: [(number: Int, isObject: Bool)] = []
        var paths = SurveyedPaths()
        // The number of open values that are nested too deeply.
        var deepCount = 0
        var key: String?
        var count = 0
        var offset = 0
        while offset < bytes.count, count < Self.countLimit {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if places.count < Self.depthLimit {
                    let number = places.last.map { paths.number(of: $0.isObject ? ".\(key ?? "")" : "[]", in: $0.number) } ?? 0
                    places.append((number, bytes[offset] == UInt8(ascii: "{")))
                } else {
                    deepCount += 1
                }
                key = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if deepCount > 0 { deepCount -= 1 } else { _ = places.popLast() }
                key = nil
            case UInt8(ascii: ","): key = nil
            case UInt8(ascii: "\""):
                let end = JSONLines.endOfString(in: bytes, from: offset + 1, stop: bytes.count)
                if key == nil, let place = places.last, place.isObject, deepCount == 0, end - offset < Self.keyLimit {
                    let name = String(decoding: bytes[offset + 1..<max(offset + 1, end - 1)], as: UTF8.self)
                    key = name
                    if paths.isNew(name, in: place.number) {
                        keys[paths[place.number], default: []].append(name)
                        count += 1
                    }
                }
                offset = end
                continue
            default: break
            }
            offset += 1
        }
    }
}

/// The paths of a survey by number. A step is looked up by the number of the path before it, since paths may be long.
private struct SurveyedPaths {
    private struct Step: Hashable {
        let path: Int
        let text: String
    }

    private var numbers: [Step: Int] = [:]
    private var known: Set<Step> = []
    private var paths = [""]

    /// The path with a number; 0 has that of the outermost place.
    subscript(number: Int) -> String { paths[number] }

    /// The number of a path with one more step.
    mutating func number(of step: String, in path: Int) -> Int {
        let key = Step(path: path, text: step)
        if let number = numbers[key] { return number }
        paths.append(paths[path] + step)
        numbers[key] = paths.count - 1
        return paths.count - 1
    }

    /// True for the first call with a name in a path.
    mutating func isNew(_ name: String, in path: Int) -> Bool { known.insert(Step(path: path, text: name)).inserted }
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
    /// The open elements with the numbers of their paths; nil for those in places that are not surveyed.
    private var open: [(name: String, path: Int?)] = []
    /// The numbers of open elements by name, for end tags without a start.
    private var openCounts: [String: Int] = [:]
    private var paths = SurveyedPaths()
    private var count = 0

    init(_ bytes: UnsafeRawBufferPointer, isHTML: Bool) {
        self.isHTML = isHTML
        var place = 0
        while place < bytes.count, count < KeySurvey.countLimit {
            let part = MarkupPart(in: bytes, at: place, isHTML: isHTML)
            guard let end = part.end(before: bytes.count) else { break }
            look(at: part, in: bytes, endingAt: end)
            place = max(end, place + 1)
        }
    }

    private mutating func look(at part: MarkupPart, in bytes: UnsafeRawBufferPointer, endingAt end: Int) {
        let name = String(decoding: bytes[part.name], as: UTF8.self)
        switch part.kind(endingAt: end) {
        case .text: break
        case .startTag:
            open.append((name, add(name, in: bytes, part.name.upperBound..<end)))
            openCounts[name, default: 0] += 1
        case .element: _ = add(name, in: bytes, part.name.upperBound..<end)
        case .endTag: close(name)
        // HTML tags that are not treated as containers have names as well.
        case .other:
            if isHTML, !name.isEmpty, part.name.lowerBound > 0, bytes[part.name.lowerBound - 1] == UInt8(ascii: "<") {
                _ = add(name, in: bytes, part.name.upperBound..<end)
            }
        }
    }

    private mutating func close(_ name: String) {
        guard openCounts[name, default: 0] > 0 else { return }
        while let last = open.popLast() {
            openCounts[last.name, default: 0] -= 1
            if last.name == name { return }
        }
    }

    /// Adds an element and returns the number of its path; nil if it is nested too deeply, or a name is too long.
    private mutating func add(_ name: String, in bytes: UnsafeRawBufferPointer, _ rest: Range<Int>) -> Int? {
        guard open.count < KeySurvey.depthLimit, name.utf8.count < KeySurvey.keyLimit,
            let parent = open.isEmpty ? 0 : open.last?.path
        else { return nil }
        if isNew(name, in: parent) { names[paths[parent], default: []].append(name) }
        if isNew(name, in: -1) { elements.append(name) }
        let path = paths.number(of: "/\(name)", in: parent)
        for attribute in MarkupAttributes.names(in: rest, of: bytes) where attribute.utf8.count < KeySurvey.keyLimit {
            if isNew("@\(attribute)", in: path) { names["\(paths[path])/@", default: []].append(attribute) }
            if isNew("@\(attribute)", in: -1) { attributes.append(attribute) }
        }
        return path
    }

    private mutating func isNew(_ name: String, in path: Int) -> Bool {
        guard paths.isNew(name, in: path) else { return false }
        count += 1
        return true
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
