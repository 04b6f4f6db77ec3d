import Screen

/// Takes one key, one sequence or one run of text off the front of bytes from a terminal.
struct Tokenizer {
    /// What stands at the front.
    enum Token: Hashable {
        case keys([Key])
        /// A sequence with a number or a private mark, and whether an escape stood before it.
        case sequence(ControlSequence, isAlt: Bool)
        /// A report of the terminal's settings: what stands between `ESC ]` and its end.
        case report(String)
        /// A word on graphics: what stands between `ESC _` and its end.
        case graphics(String)
        /// A report that nobody asked for, or nonsense.
        case ignored
    }

    /// What came from the terminal, not empty.
    let bytes: ArraySlice<UInt8>
    /// Whether what is incomplete must be decoded all the same, because nothing follows.
    let isFinal: Bool

    private static let escape: UInt8 = 0x1B

    /// The token and the bytes that it takes; no token when more bytes are needed.
    func next() -> (token: Token?, length: Int) {
        let first = bytes[bytes.startIndex]
        if first == Self.escape { return escaped(at: bytes.startIndex) }
        if let key = Self.controlKey(first) { return (.keys([key]), 1) }
        return text(from: bytes.startIndex)
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private func incomplete(_ token: Token, _ length: Int) -> (token: Token?, length: Int) {
        isFinal ? (token, length) : (nil, 0)
    }

    // MARK: - Text and controls

    private func text(from start: Int) -> (token: Token?, length: Int) {
        let end = bytes[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.endIndex
        let whole = end == bytes.endIndex && !isFinal ? end - Self.incompleteScalar(bytes[start..<end]) : end
        guard whole > start else { return (nil, 0) }
        let characters = String(decoding: bytes[start..<whole], as: UTF8.self).filter { $0 != "\u{FFFD}" }
        return (.keys(characters.map { .character($0) }), whole - start)
    }

    /// How many bytes at the end are the beginning of a scalar that is not all there.
    private static func incompleteScalar(_ bytes: ArraySlice<UInt8>) -> Int {
        for (offset, byte) in bytes.reversed().prefix(3).enumerated() {
            if byte < 0x80 { return 0 }
            if byte >= 0xC0 {
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                return offset + 1 < length ? offset + 1 : 0
            }
        }
        return 0
    }

    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: Key(.character(" "), .control)
        case 0x09: Key(.tab)
        // A line feed is Enter of terminals that send it, and ^J of all others, which no key depends on.
        case 0x0A, 0x0D: Key(.enter)
        case 0x08, 0x7F: Key(.backspace)
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
        default: nil
        }
    }

    // MARK: - Escapes

    private func escaped(at start: Int) -> (token: Token?, length: Int) {
        guard let second = byte(start + 1) else { return incomplete(.keys([Key(.escape)]), 1) }
        switch second {
        case UInt8(ascii: "["): return controlSequence(at: start + 2, isAlt: false)
        case UInt8(ascii: "O"): return functionKey(at: start + 2, isAlt: false)
        case Self.escape: return doubleEscape(at: start)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            if isReport(at: start + 2, kind: second) { return report(at: start + 2, kind: second) }
        default: break
        }
        if let key = Self.controlKey(second) { return (.keys([Key(key.code, key.modifiers.union(.alt))]), 2) }
        return alt(at: start + 1)
    }

    private func alt(at start: Int) -> (token: Token?, length: Int) {
        let length = Self.scalarLength(bytes[start])
        guard start + length <= bytes.endIndex else { return incomplete(.ignored, bytes.endIndex - bytes.startIndex) }
        let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
        guard let character = text.first, character != "\u{FFFD}" else { return (.ignored, 1 + length) }
        return (.keys([.alt(character)]), 1 + length)
    }

    private static func scalarLength(_ lead: UInt8) -> Int {
        lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    }

    /// `ESC ESC [` is a key with Alt where Alt sends an escape first; any other second escape is a key of its own.
    private func doubleEscape(at start: Int) -> (token: Token?, length: Int) {
        let lone: Token = .keys([Key(.escape)])
        guard let third = byte(start + 2) else { return incomplete(lone, 1) }
        let (token, length): (Token?, Int) =
            switch third {
            case UInt8(ascii: "["): controlSequence(at: start + 3, isAlt: true)
            case UInt8(ascii: "O"): functionKey(at: start + 3, isAlt: true)
            default: (lone, 1)
            }
        return (token, length)
    }

    private func controlSequence(at start: Int, isAlt: Bool) -> (token: Token?, length: Int) {
        let prefixLength = start - bytes.startIndex
        guard let first = byte(start) else { return incomplete(.keys([.alt("[")]), prefixLength) }
        // The Linux console's F1 to F5 are ESC [ [ A to E.
        if first == UInt8(ascii: "[") {
            guard let letter = byte(start + 1) else { return incomplete(.ignored, prefixLength + 1) }
            let number = Int(letter) - 0x40
            return ((1...5).contains(number) ? .keys([.function(number)]) : .ignored, prefixLength + 2)
        }
        guard let end = bytes[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return incomplete(.ignored, bytes.count)
        }
        // Anything but a final byte breaks the sequence off and begins anew.
        guard (0x40...0x7E).contains(bytes[end]) else { return (.ignored, end - bytes.startIndex) }
        let length = end + 1 - bytes.startIndex
        guard let sequence = ControlSequence(bytes[start..<end], final: bytes[end]) else { return (.ignored, length) }
        return (.sequence(sequence, isAlt: isAlt), length)
    }

    private func functionKey(at start: Int, isAlt: Bool) -> (token: Token?, length: Int) {
        let length = start + 1 - bytes.startIndex
        guard let letter = byte(start) else { return incomplete(.keys([.alt("O")]), length - 1) }
        guard var key = KeySequences.applicationKey(letter) else { return (.ignored, length) }
        if isAlt { key.modifiers.insert(.alt) }
        return (.keys([key]), length)
    }

    /// Whether a string follows that a terminal sends as an answer; else it is Alt with a character.
    ///
    /// An answer, perhaps to the program before this one, follows its introducer at once, as no key does.
    private func isReport(at start: Int, kind: UInt8) -> Bool {
        guard let first = byte(start) else { return false }
        return switch kind {
        case UInt8(ascii: "]"): (0x30...0x39).contains(first)
        case UInt8(ascii: "P"): (0x30...0x3F).contains(first)
        default: first == UInt8(ascii: "G")
        }
    }

    private func report(at start: Int, kind: UInt8) -> (token: Token?, length: Int) {
        guard let end = bytes[start...].firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else {
            return incomplete(.ignored, bytes.count)
        }
        if bytes[end] == Self.escape, byte(end + 1) == nil { return incomplete(.ignored, bytes.count) }
        let length = end + (bytes[end] == Self.escape ? 2 : 1) - bytes.startIndex
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return switch kind {
        case UInt8(ascii: "]"): (.report(text), length)
        case UInt8(ascii: "_"): (.graphics(text), length)
        default: (.ignored, length)
        }
    }
}

/// A sequence that begins with `ESC [`, taken apart (ECMA-48 5.4).
struct ControlSequence: Hashable {
    /// The private mark before the numbers, such as `<` and `?`.
    var prefix: Unicode.Scalar?
    /// The numbers between semicolons, each with its parts between colons; an empty one is nil.
    var parameters: [[Int?]]
    /// What says which sequence it is.
    var final: Unicode.Scalar

    /// Takes apart the bytes between the introducer and the final byte; nil when they are not of the form.
    init?(_ body: ArraySlice<UInt8>, final: UInt8) {
        var body = body
        if let first = body.first, (0x3C...0x3F).contains(first) {
            prefix = Unicode.Scalar(first)
            body.removeFirst()
        }
        // Intermediate bytes belong to reports that nobody asked for.
        guard body.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        parameters = body.split(separator: 0x3B, omittingEmptySubsequences: false).map { parameter in
            parameter.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number)
        }
        self.final = Unicode.Scalar(final)
    }

    /// The first part of the parameter at `index`, if it is there.
    func number(_ index: Int) -> Int? {
        part(0, of: index)
    }

    /// The part at `part` of the parameter at `index`, if it is there.
    func part(_ part: Int, of index: Int) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 7 else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}
