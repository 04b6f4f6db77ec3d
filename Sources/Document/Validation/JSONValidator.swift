import CDocumentScan

/// Checks JSON against RFC 8259 as it arrives, 64 bytes at a time: only brackets, separators and the ends of strings, numbers and words are
/// looked at one by one.
struct JSONValidator: Sendable {
    /// The first thing that is wrong.
    private(set) var fault: JSONFault?
    /// The first place behind which there is no structure; nothing is looked at behind it.
    private(set) var end: JSONFault?
    /// How many bytes were looked at.
    private(set) var offset: Int

    private var grammar: JSONGrammar
    private var carry = JSONBits.Carry()
    /// One where the last byte belongs to a number or a word.
    private var inScalar: UInt64 = 0
    /// Where the number or word, or the string, began last.
    private var scalarStart = 0
    private var stringStart = 0

    /// - Parameters:
    ///   - start: where the text begins.
    ///   - allowsManyValues: whether values may follow each other, as in JSON lines.
    init(start: Int = 0, allowsManyValues: Bool = false) {
        offset = start
        grammar = JSONGrammar(allowsManyValues: allowsManyValues)
    }

    /// So many bytes must follow a block, so that an escape is there as a whole.
    private static let lookahead = 8

    /// Looks at more bytes.
    /// - Parameters:
    ///   - bytes: all bytes up to where to stop.
    ///   - isComplete: whether these are all there will be.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        guard let base = bytes.baseAddress else { return isComplete ? finish(bytes) : () }
        while end == nil, offset + 64 + Self.lookahead <= bytes.count {
            take(base + offset, count: 64, in: bytes)
        }
        guard isComplete else { return }
        while end == nil, offset < bytes.count { takeRest(of: bytes) }
        finish(bytes)
    }

    private mutating func takeRest(of bytes: UnsafeRawBufferPointer) {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset..<min(offset + 64, bytes.count)])
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { padded in
            guard let base = padded.baseAddress else { return }
            base.initializeMemory(as: UInt8.self, repeating: 0x20, count: 64)
            padded.copyMemory(from: rest)
            take(base, count: rest.count, in: bytes)
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
    private mutating func take(_ block: UnsafeRawPointer, count: Int, in bytes: UnsafeRawBufferPointer) {
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
            take(block, place, isScalarEdge: isEdge, startsScalar: isEdge && scalar >> UInt64(place) & 1 == 1, bytes)
        }
        offset += count
    }

    /// Something happens at a byte: a number or word ends or begins there, or it is structure itself.
    @inline(__always)
    private mutating func take(
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

    /// Escapes and control characters in strings.
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
