import Screen

/// Splits one key, sequence or run of text off the front of terminal input.
struct Tokenizer {
    enum Token: Hashable {
        case keys([Key])
        /// A control sequence; `isAlt` if it follows an escape.
        case sequence(ControlSequence, isAlt: Bool)
        /// A settings report: the text between `ESC ]` and its terminator.
        case report(String)
        /// A graphics report: the text between `ESC _` and its terminator.
        case graphics(String)
        /// An unknown report or invalid input.
        case ignored
    }

    /// The input, not empty.
    let bytes: ArraySlice<UInt8>
    /// True if no more bytes follow, so that incomplete input must be decoded.
    let isFinal: Bool

    private static let escape: UInt8 = 0x1B

    /// The first token and its length in bytes; nil if more bytes are needed.
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

    /// The number of bytes at the end that start an incomplete scalar.
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
        // A line feed is Enter or ^J, depending on the terminal; no command uses ^J.
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
            guard let third = byte(start + 2) else { return incomplete(.keys([.alt(Character(Unicode.Scalar(second)))]), 2) }
            if Self.isReport(kind: second, first: third) { return report(at: start + 2, kind: second) }
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

    /// `ESC ESC [` is a key with Alt on terminals where Alt sends an escape; otherwise the first escape is a key.
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
        // Any byte but a final byte aborts the sequence and is decoded again.
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

    /// True if a report string follows; otherwise the input is Alt with a character.
    ///
    /// A report, possibly a reply to the previous program, follows its introducer immediately, unlike a key.
    private static func isReport(kind: UInt8, first: UInt8) -> Bool {
        switch kind {
        case UInt8(ascii: "]"): (0x30...0x39).contains(first)
        case UInt8(ascii: "P"): (0x30...0x3F).contains(first)
        default: first == UInt8(ascii: "G")
        }
    }

    private func report(at start: Int, kind: UInt8) -> (token: Token?, length: Int) {
        guard let end = bytes[start...].firstIndex(where: { $0 < 0x20 }) else { return incomplete(.ignored, bytes.count) }
        // Another control aborts it and is decoded again: what follows may be typed after Alt with a character.
        guard bytes[end] == 0x07 || bytes[end] == Self.escape else { return (.ignored, end - bytes.startIndex) }
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

/// A parsed control sequence (`ESC [`, ECMA-48 5.4).
struct ControlSequence: Hashable {
    /// The private marker before the parameters, such as `<` or `?`.
    var prefix: Unicode.Scalar?
    /// The parameters, each with its subparameters; an empty one is nil.
    var parameters: [[Int?]]
    /// The final byte.
    var final: Unicode.Scalar

    /// Parses the bytes between introducer and final byte; nil if they are malformed.
    init?(_ body: ArraySlice<UInt8>, final: UInt8) {
        var body = body
        if let first = body.first, (0x3C...0x3F).contains(first) {
            prefix = Unicode.Scalar(first)
            body.removeFirst()
        }
        // Sequences with intermediate bytes are reports that this program does not request.
        guard body.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        parameters = body.split(separator: 0x3B, omittingEmptySubsequences: false).map { parameter in
            parameter.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number)
        }
        self.final = Unicode.Scalar(final)
    }

    /// The first subparameter of the parameter at `index`; nil if missing.
    func number(_ index: Int) -> Int? { part(0, of: index) }

    /// The subparameter `part` of the parameter at `index`; nil if missing.
    func part(_ part: Int, of index: Int) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 7 else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}
