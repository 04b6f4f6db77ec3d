import Screen

/// Decodes the bytes from a terminal into events. Has no clock and no descriptor.
///
/// Understands the sequences of xterm, the VT220, rxvt, the Linux console and the Kitty keyboard protocol independently of `TERM`, because
/// they do not conflict. A single escape may be a key or the start of a sequence; the owner waits for ``timeUntilFlush`` and then calls
/// ``flush()``.
///
/// Sources: XTerm Control Sequences (invisible-island.net/xterm/ctlseqs), ECMA-48 5.4, the Kitty keyboard protocol.
struct InputDecoder {
    /// A decoded input.
    enum Output: Hashable {
        case event(InputEvent)
        /// A reply that confirms the Kitty keyboard protocol.
        case kittyKeyboard
        /// A reply to a query about graphics.
        case picture(PictureReply)
    }

    /// The bytes that are not decoded yet.
    private var pending: [UInt8] = []
    private var paste: PasteCollector?
    /// True from the first long pause of a paste to its end.
    private var isPasteLate = false
    private var clicks = ClickCounter()
    /// The arrival of the escape that was taken as the key Esc; nil after other input.
    private var loneEscape: Duration?
    private var arrival = Duration.zero
    private let pasteLimit: Int
    private let escapeDelay: Duration

    private static let escape: UInt8 = 0x1B
    /// The longest sequence with a meaning.
    private static let sequenceLimit = 128
    /// The longest sequence whose end is waited for, so that nothing of it is text.
    private static let waitingLimit = 1 << 16
    /// The time for which the rest of a begun sequence may be on its way, over a slow connection.
    private static let sequenceDelay = Duration.seconds(1)

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - pasteLimit: the largest paste event in bytes; a longer paste arrives as several events.
    ///   - escapeDelay: how long an escape may be the start of a sequence.
    init(pasteLimit: Int = 16 << 20, escapeDelay: Duration = .milliseconds(30)) {
        (self.pasteLimit, self.escapeDelay) = (pasteLimit, escapeDelay)
    }

    /// The time to wait for more bytes before ``flush()``; nil if nothing is pending.
    var timeUntilFlush: Duration? {
        if let paste {
            if isPasteLate, pending == [Self.escape] { return escapeDelay }
            return isPasteLate && !paste.hasWholeText ? nil : .seconds(5)
        }
        if pending.isEmpty { return nil }
        return pending.allSatisfy { $0 == Self.escape } ? escapeDelay : Self.sequenceDelay
    }

    /// Decodes `bytes` together with the pending ones, as far as they are complete.
    ///
    /// - Parameter time: The arrival time relative to a fixed moment, used to recognize double-clicks.
    mutating func feed(_ bytes: some Collection<UInt8>, at time: Duration) -> [Output] {
        if isPasteLate, pending.isEmpty, Self.endsPaste(bytes) { return endPaste() }
        if let start = loneEscape, !bytes.isEmpty {
            loneEscape = nil
            if time - start < Self.sequenceDelay, Self.continuesSequence(bytes) { pending = [Self.escape] }
        }
        pending.append(contentsOf: bytes)
        arrival = time
        return decode(at: time, isFinal: false)
    }

    /// True for a read that begins with the rest of a sequence whose escape came long before. Without parameters, as `[A` is, the rest may be
    /// typed text unless it is alone.
    private static func continuesSequence(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return false }
        let whole = [escape] + bytes.prefix(sequenceLimit)
        let (token, length) = Tokenizer(bytes: whole[...], isFinal: false).next()
        switch token {
        case .sequence(let sequence, _): return length == bytes.count + 1 || sequence.number(0) != nil
        case .keys: return length == bytes.count + 1
        case .report, .graphics, .ignored, nil: return false
        }
    }

    /// Decodes the pending bytes without waiting for more. A paste stays open until its end: after a pause, the rest of it would be keys.
    mutating func flush() -> [Output] {
        guard paste != nil else {
            loneEscape = pending == [Self.escape] ? arrival : nil
            return decode(at: .zero, isFinal: true)
        }
        if isPasteLate, pending == [Self.escape] { return endPaste() }
        let text = paste?.takeWholeText().map(Output.event)
        defer { isPasteLate = true }
        return [text, isPasteLate ? nil : .event(.pasting(true))].compactMap(\.self)
    }

    /// Ends the open paste.
    private mutating func endPaste() -> [Output] {
        defer { (paste, isPasteLate, pending) = (nil, false, []) }
        return [paste?.finish(), isPasteLate ? .pasting(false) : nil].compactMap { $0.map(Output.event) }
    }

    /// True for a read with nothing but Esc or ^C, as the Kitty keyboard protocol reports them, or ^C itself. A lone escape may be the start of the
    /// paste's end.
    private static func endsPaste(_ bytes: some Collection<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return false }
        let (token, length) = Tokenizer(bytes: Array(bytes)[...], isFinal: false).next()
        guard length == bytes.count else { return false }
        switch token {
        case .keys(let keys): return keys == [.control("c")]
        case .sequence(let sequence, isAlt: false):
            let key = KeySequences.key(for: sequence)
            return key == Key(.escape) || key == .control("c")
        case .sequence, .report, .graphics, .ignored, nil: return false
        }
    }

    private mutating func decode(at time: Duration, isFinal: Bool) -> [Output] {
        var outputs: [Output] = []
        var index = 0
        while index < pending.count {
            if paste != nil {
                index = appendPaste(from: index, &outputs)
                if paste != nil { break }
            } else {
                let (token, length) = Tokenizer(bytes: pending[index...], isFinal: isFinal).next()
                guard let token else { break }
                index += length
                if case .sequence = token, length > Self.sequenceLimit { continue }
                outputs += output(for: token, at: time)
            }
        }
        pending.removeFirst(min(index, pending.count))
        if pending.count > Self.waitingLimit, paste == nil { pending = [] }
        return outputs
    }

    /// Moves bytes into the open paste and returns the index after them.
    private mutating func appendPaste(from index: Int, _ outputs: inout [Output]) -> Int {
        guard var open = paste else { return index }
        let (length, isClosed) = open.appendBytes(pending[index...])
        if isClosed {
            outputs += [open.finish(), isPasteLate ? .pasting(false) : nil].compactMap { $0.map(Output.event) }
            (paste, isPasteLate) = (nil, false)
        } else {
            if let event = open.fullEvent() { outputs.append(.event(event)) }
            paste = open
        }
        return index + length
    }

    private mutating func output(for token: Tokenizer.Token, at time: Duration) -> [Output] {
        switch token {
        case .keys(let keys): return keys.map { .event(.key($0)) }
        case .report(let text): return Self.appearance(ofBackground: text).map { [.event($0)] } ?? []
        case .graphics(let text): return PictureReply(graphics: text).map { [.picture($0)] } ?? []
        case .ignored: return []
        case .sequence(let sequence, let isAlt): return output(for: sequence, isAlt: isAlt, at: time)
        }
    }

    private mutating func output(for sequence: ControlSequence, isAlt: Bool, at time: Duration) -> [Output] {
        if sequence.prefix == "<" {
            return clicks.event(for: sequence, at: time).map { [.event(.mouse($0))] } ?? []
        }
        if sequence.prefix == "?" { return outputs(ofReply: sequence) }
        switch (sequence.final, sequence.number(0)) {
        case ("I", _): return [.event(.focused(true))]
        case ("O", _): return [.event(.focused(false))]
        case ("~", 200):
            paste = PasteCollector(limit: pasteLimit)
            return []
        case ("t", 6): return [.picture(.cell(Size(width: sequence.number(2) ?? 0, height: sequence.number(1) ?? 0)))]
        default:
            guard var key = KeySequences.key(for: sequence) else { return [] }
            if isAlt { key.modifiers.insert(.alt) }
            return [.event(.key(key))]
        }
    }

    private func outputs(ofReply sequence: ControlSequence) -> [Output] {
        switch (sequence.final, sequence.number(0), sequence.number(1)) {
        case ("u", _, _): [.kittyKeyboard]
        case ("c", _, _): [.picture(.attributes(sequence.parameters.compactMap { $0.first.flatMap { $0 } }))]
        // The reply to mode 2031, see contour-terminal.org, "Dark and Light Mode detection".
        case ("n", 997, 1): [.event(.appearance(.dark))]
        case ("n", 997, 2): [.event(.appearance(.light))]
        default: []
        }
    }

    /// The event for xterm's background colour report, such as `11;rgb:1c1c/1c1c/1c1c` with one to four digits for each channel.
    private static func appearance(ofBackground report: String) -> InputEvent? {
        guard let colon = report.firstIndex(of: ":"), report.hasPrefix("11;rgb") else { return nil }
        let channels = report[report.index(after: colon)...].split(separator: "/").prefix(3).compactMap { digits in
            UInt32(digits, radix: 16).map { Double($0) / Double((1 << (4 * min(digits.count, 4))) - 1) }
        }
        guard channels.count == 3 else { return nil }
        let levels = channels.map { UInt8(min(1, $0) * 255) }
        let isLight = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2] > 0.5
        return .appearance(isLight ? .light : .dark, background: .rgb(levels[0], levels[1], levels[2]))
    }
}

/// Decodes mouse reports and counts double and triple clicks.
struct ClickCounter {
    private var last: (button: MouseEvent.Button, position: Point, time: Duration, count: Int)?

    /// The longest time between two presses of a multiple click.
    private static let interval = Duration.milliseconds(400)

    /// The event of a report in SGR format (xterm mode 1006): `CSI < button ; column ; row M`, or `m` for a release.
    mutating func event(for sequence: ControlSequence, at time: Duration) -> MouseEvent? {
        guard sequence.final == "M" || sequence.final == "m", let bits = sequence.number(0), let column = sequence.number(1),
            let row = sequence.number(2), column > 0, row > 0
        else { return nil }
        let position = Point(x: column - 1, y: row - 1)
        guard let action = action(bits, isRelease: sequence.final == "m", at: position, time) else { return nil }
        return MouseEvent(action, at: position, modifiers: Self.modifiers(bits))
    }

    private mutating func action(_ bits: Int, isRelease: Bool, at position: Point, _ time: Duration) -> MouseEvent.Action? {
        if bits & 64 != 0 {
            let isSideways = bits & 0b100 != 0
            return [64: isSideways ? .wheelLeft : .wheelUp, 65: isSideways ? .wheelRight : .wheelDown, 66: .wheelLeft, 67: .wheelRight][
                bits & ~0b1_1100]
        }
        guard let button = [0: MouseEvent.Button.left, 1: .middle, 2: .right][bits & 3], bits < 64 else { return nil }
        if isRelease { return .release(button) }
        if bits & 32 != 0 { return .drag(button) }
        return .press(button, count: count(button, at: position, time))
    }

    private mutating func count(_ button: MouseEvent.Button, at position: Point, _ time: Duration) -> Int {
        var count = 1
        if let last, last.button == button, last.position == position, time - last.time <= Self.interval, last.count < 3 {
            count = last.count + 1
        }
        last = (button, position, time, count)
        return count
    }

    private static func modifiers(_ bits: Int) -> Key.Modifiers {
        var modifiers = Key.Modifiers()
        if bits & 4 != 0 { modifiers.insert(.shift) }
        if bits & 8 != 0 { modifiers.insert(.alt) }
        if bits & 16 != 0 { modifiers.insert(.control) }
        return modifiers
    }
}

/// Collects the text of a bracketed paste.
///
/// The text is never decoded as keys. A paste longer than the limit is split into several events, which bounds memory without losing text.
struct PasteCollector {
    private var text: [UInt8] = []
    private let limit: Int

    private static let end = Array("\u{1B}[201~".utf8)

    /// Creates a collector. `limit` is the largest event in bytes.
    init(limit: Int) {
        self.limit = max(4, limit)
    }

    /// Takes bytes up to the closing mark, or up to what may be the start of it.
    ///
    /// - Returns: The number of bytes taken including the mark, and whether the mark was found.
    mutating func appendBytes(_ bytes: ArraySlice<UInt8>) -> (length: Int, isClosed: Bool) {
        var index = bytes.startIndex
        while let escape = bytes[index...].firstIndex(of: Self.end[0]) {
            text += bytes[index..<escape]
            let candidate = bytes[escape...].prefix(Self.end.count)
            if candidate.elementsEqual(Self.end) { return (escape + Self.end.count - bytes.startIndex, true) }
            if Self.end.starts(with: candidate) { return (escape - bytes.startIndex, false) }
            text.append(Self.end[0])
            index = escape + 1
        }
        text += bytes[index...]
        return (bytes.count, false)
    }

    /// An event with the collected text if the limit is reached.
    mutating func fullEvent() -> InputEvent? { text.count >= limit ? takeWholeText() : nil }

    /// True if something has been collected that does not depend on the next bytes.
    var hasWholeText: Bool { text.count > unfinishedCount }

    /// An event with the text collected so far; nil if there is none, or only part of a scalar or of a line end.
    mutating func takeWholeText() -> InputEvent? {
        let whole = text.count - unfinishedCount
        guard whole > 0 else { return nil }
        let event = Self.event(text[..<whole])
        text.removeFirst(whole)
        return event
    }

    /// The event with the remaining text; nil if there is none.
    mutating func finish() -> InputEvent? {
        defer { text = [] }
        return text.isEmpty ? nil : Self.event(text[...])
    }

    /// The number of bytes at the end that may belong together with the next ones: part of a non-ASCII scalar or of a line end.
    private var unfinishedCount: Int {
        if text.last == 0x0D { return 1 }
        guard let lead = text.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), text[lead] >= 0xC0 else { return 0 }
        return text.count - lead
    }

    private static func event(_ bytes: ArraySlice<UInt8>) -> InputEvent {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        var isAfterReturn = false
        for byte in bytes {
            if byte != 0x0A || !isAfterReturn { lines.append(byte == 0x0D ? 0x0A : byte) }
            isAfterReturn = byte == 0x0D
        }
        return .paste(String(decoding: lines, as: UTF8.self))
    }
}
