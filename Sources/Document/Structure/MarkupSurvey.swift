/// The elements and attributes that a body of XML or HTML has, by where they are, as far as a first look goes.
struct MarkupSurvey {
    /// The names of the elements inside each place, such as `/feed/entry`; empty for the outermost. Attributes stand at `/feed/entry/@`.
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
        // A tag of HTML that is no container here has its name all the same.
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
