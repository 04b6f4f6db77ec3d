import CDocumentScan

/// Validates JSON (RFC 8259) as it arrives, 64 bytes at a time: only brackets, separators and the edges of strings, numbers and words are
/// examined one by one.
struct JSONValidator: Sendable {
    /// The first syntax error.
    private(set) var fault: JSONFault?
    /// The first error that ends the structure; nothing after it is checked.
    private(set) var end: JSONFault?
    /// The number of bytes checked.
    private(set) var offset: Int

    private var grammar: JSONGrammar
    private var carry = JSONBits.Carry()
    /// One if the last byte belongs to a number or a word.
    private var inScalar: UInt64 = 0
    /// The start of the last number or word, and of the last string.
    private var scalarStart = 0
    private var stringStart = 0

    /// - Parameters:
    ///   - start: the offset of the text.
    ///   - allowsManyValues: true if several values are allowed, as in JSON Lines.
    init(start: Int = 0, allowsManyValues: Bool = false) {
        offset = start
        grammar = JSONGrammar(allowsManyValues: allowsManyValues)
    }

    /// The number of bytes needed after a block, so that an escape is complete.
    private static let lookahead = 8

    /// Checks all bytes from the start of the text; `isComplete` if no more follow.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        guard let base = bytes.baseAddress else { return isComplete ? finish(bytes) : () }
        while end == nil, offset + 64 + Self.lookahead <= bytes.count {
            validate(base + offset, count: 64, in: bytes)
        }
        guard isComplete else { return }
        while end == nil, offset < bytes.count { validateRest(of: bytes) }
        finish(bytes)
    }

    private mutating func validateRest(of bytes: UnsafeRawBufferPointer) {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset..<min(offset + 64, bytes.count)])
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { padded in
            guard let base = padded.baseAddress else { return }
            base.initializeMemory(as: UInt8.self, repeating: 0x20, count: 64)
            padded.copyMemory(from: rest)
            validate(base, count: rest.count, in: bytes)
        }
    }

    private mutating func finish(_ bytes: UnsafeRawBufferPointer) {
        guard end == nil else { return }
        if carry.inString != 0 { return report(.unfinishedString, at: stringStart) }
        if inScalar != 0 { checkScalar(endingAt: bytes.count, in: bytes) }
        if grammar.isOpen { report(.unfinished, at: bytes.count) } else if !grammar.hasValue { report(.empty, at: bytes.count) }
    }

    // MARK: A block

    @inline(__always)
    private mutating func validate(_ block: UnsafeRawPointer, count: Int, in bytes: UnsafeRawBufferPointer) {
        let seen = scan_json_block(block)
        let bits = JSONBits(seen, carry: &carry)
        let valid = UInt64.below(count)
        checkStrings(block, bits, valid, in: bytes)
        let colon = scan_byte_block(block, UInt8(ascii: ":"))
        let space = scan_json_space(block)
        let structure = (seen.comma | colon | seen.open | seen.close) & bits.plain
        let scalar = ~(bits.string | bits.quote | structure | space) & valid
        let before = scalar << 1 | inScalar
        inScalar = scalar >> UInt64(count - 1)
        var events = (structure | (bits.quote & bits.string) | (scalar ^ before)) & valid
        while events != 0 {
            let place = events.trailingZeroBitCount
            events &= events &- 1
            if let end, end.offset <= offset + place { return }
            let isEdge = (scalar ^ before) >> UInt64(place) & 1 == 1
            validate(block, place, isScalarEdge: isEdge, startsScalar: isEdge && scalar >> UInt64(place) & 1 == 1, bytes)
        }
        offset += count
    }

    /// Takes a byte at which a number or word begins or ends, or which is structure.
    @inline(__always)
    private mutating func validate(
        _ block: UnsafeRawPointer, _ place: Int, isScalarEdge: Bool, startsScalar: Bool, _ bytes: UnsafeRawBufferPointer
    ) {
        let at = offset + place
        if isScalarEdge {
            if startsScalar {
                scalarStart = at
                return report(grammar.scalar(), at: at)
            }
            checkScalar(endingAt: at, in: bytes)
        }
        switch block.load(fromByteOffset: place, as: UInt8.self) {
        case UInt8(ascii: "{"): report(grammar.open(isObject: true), at: at)
        case UInt8(ascii: "["): report(grammar.open(isObject: false), at: at)
        case UInt8(ascii: "}"): report(grammar.close(isObject: true), at: at)
        case UInt8(ascii: "]"): report(grammar.close(isObject: false), at: at)
        case UInt8(ascii: ","): report(grammar.comma(), at: at)
        case UInt8(ascii: ":"): report(grammar.colon(), at: at)
        case UInt8(ascii: "\""):
            stringStart = at
            report(grammar.string(), at: at)
        default: break
        }
    }

    /// Checks escapes and control characters in strings.
    @inline(__always)
    private mutating func checkStrings(_ block: UnsafeRawPointer, _ bits: JSONBits, _ valid: UInt64, in bytes: UnsafeRawBufferPointer) {
        var escapes = bits.escaped & bits.string & valid
        while escapes != 0 {
            let at = offset + escapes.trailingZeroBitCount
            escapes &= escapes &- 1
            if !JSONScalars.isEscape(bytes[at...]) { report(.escape, at: at - 1) }
        }
        let controls = scan_at_most(scan_load(block), 0x1F) & bits.string & valid
        if controls != 0 { report(.controlCharacter, at: offset + controls.trailingZeroBitCount) }
    }

    private mutating func checkScalar(endingAt end: Int, in bytes: UnsafeRawBufferPointer) {
        report(JSONScalars.fault(bytes[scalarStart..<end]), at: scalarStart)
    }

    @inline(__always)
    private mutating func report(_ kind: JSONFault.Kind?, at offset: Int) {
        guard let kind else { return }
        let fault = JSONFault(kind: kind, offset: offset)
        if self.fault.map({ offset < $0.offset || (offset == $0.offset && fault.endsStructure) }) ?? true { self.fault = fault }
        if fault.endsStructure, end.map({ offset < $0.offset }) ?? true { end = fault }
    }
}

/// The syntax of numbers, words and escapes in JSON (RFC 8259, sections 3, 6 and 7).
enum JSONScalars {
    /// The error of a number or a word; nil if it is valid.
    static func fault(_ text: Slice<UnsafeRawBufferPointer>) -> JSONFault.Kind? {
        switch text.first ?? 0 {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): isNumber(text) ? nil : .number
        case UInt8(ascii: "t"): text.elementsEqual("true".utf8) ? nil : .word
        case UInt8(ascii: "f"): text.elementsEqual("false".utf8) ? nil : .word
        case UInt8(ascii: "n"): text.elementsEqual("null".utf8) ? nil : .word
        case UInt8(ascii: "/"): [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(text.dropFirst().first) ? .comment : .unexpectedText
        case UInt8(ascii: "#"): .comment
        case UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "`"): .unexpectedText
        default: .word
        }
    }

    static func isNumber(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        if rest.first == UInt8(ascii: "0") {
            rest.removeFirst()
        } else if dropDigits(&rest) == 0 {
            return false
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            if dropDigits(&rest) == 0 { return false }
        }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            if dropDigits(&rest) == 0 { return false }
        }
        return rest.isEmpty
    }

    /// True if the text after a backslash is an escape. It may have fewer than five bytes at the end of the text.
    static func isEscape(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        switch text.first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        case UInt8(ascii: "u"): text.count >= 5 && text.dropFirst().prefix(4).allSatisfy(isHexDigit)
        default: false
        }
    }

    private static func dropDigits(_ text: inout Slice<UnsafeRawBufferPointer>) -> Int {
        let start = text.startIndex
        var index = start
        while index < text.endIndex, text.base[index] &- 0x30 < 10 { index += 1 }
        text = text.base[index..<text.endIndex]
        return index - start
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }
}
