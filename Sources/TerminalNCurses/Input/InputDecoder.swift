import Screen

/// Turns the bytes that a terminal sends into events; knows no clock and no descriptor.
///
/// It understands what xterm, the VT220, rxvt, the Linux console and the Kitty keyboard protocol send, whatever `TERM` says: their
/// sequences do not contradict each other. A lone escape cannot be told from the beginning of a sequence until time has passed, so the
/// owner waits for ``patience`` and calls ``flush()``.
///
/// Sources: XTerm Control Sequences (invisible-island.net/xterm/ctlseqs), ECMA-48 5.4, the Kitty keyboard protocol's page.
struct InputDecoder {
    /// What the terminal said.
    enum Output: Hashable {
        case event(InputEvent)
        /// The answer to the question for the Kitty keyboard protocol: the terminal has it.
        case kittyKeyboard
    }

    /// Bytes that are not decoded yet.
    private var pending: [UInt8] = []
    private var paste: PasteCollector?
    private var clicks = ClickCounter()
    private let pasteLimit: Int

    /// The longest sequence that is waited for; what is longer is no key.
    private static let sequenceLimit = 128

    /// Takes the most bytes that one paste event carries; a longer paste arrives as several.
    init(pasteLimit: Int = 16 << 20) {
        self.pasteLimit = pasteLimit
    }

    /// How long to wait for more bytes before ``flush()``; nil when nothing is pending.
    var patience: Duration? {
        if paste != nil { return .seconds(5) }
        return pending.isEmpty ? nil : .milliseconds(30)
    }

    /// Decodes what can be decoded with `bytes` behind what came before.
    ///
    /// - Parameter time: when they arrived, from any fixed moment; tells double-clicks from single ones.
    mutating func feed(_ bytes: some Collection<UInt8>, at time: Duration) -> [Output] {
        pending.append(contentsOf: bytes)
        return decode(at: time, isFinal: false)
    }

    /// Decodes what is pending as if nothing would follow.
    mutating func flush() -> [Output] {
        var outputs = decode(at: .zero, isFinal: true)
        if var open = paste {
            paste = nil
            if let event = open.finish() { outputs.append(.event(event)) }
        }
        return outputs
    }

    private mutating func decode(at time: Duration, isFinal: Bool) -> [Output] {
        var outputs: [Output] = []
        var index = 0
        while index < pending.count {
            if paste != nil {
                index = takePaste(from: index, isFinal: isFinal, &outputs)
                if paste != nil { break }
            } else {
                let (token, length) = Tokenizer(bytes: pending[index...], isFinal: isFinal).next()
                guard let token else { break }
                index += length
                outputs += output(for: token, at: time)
            }
        }
        pending.removeFirst(min(index, pending.count))
        if pending.count > Self.sequenceLimit, paste == nil { pending = [] }
        return outputs
    }

    /// Moves bytes into the open paste, and gives the index behind them.
    private mutating func takePaste(from index: Int, isFinal: Bool, _ outputs: inout [Output]) -> Int {
        guard var open = paste else { return index }
        let (length, isClosed) = open.take(pending[index...], isFinal: isFinal)
        if isClosed {
            if let event = open.finish() { outputs.append(.event(event)) }
            paste = nil
        } else {
            if let event = open.takeFull() { outputs.append(.event(event)) }
            paste = open
        }
        return index + length
    }

    private mutating func output(for token: Tokenizer.Token, at time: Duration) -> [Output] {
        switch token {
        case .keys(let keys): return keys.map { .event(.key($0)) }
        case .ignored: return []
        case .sequence(let sequence, let isAlt): return output(for: sequence, isAlt: isAlt, at: time)
        }
    }

    private mutating func output(for sequence: ControlSequence, isAlt: Bool, at time: Duration) -> [Output] {
        if sequence.prefix == "<" {
            return clicks.event(for: sequence, at: time).map { [.event(.mouse($0))] } ?? []
        }
        if sequence.prefix == "?" {
            return sequence.final == "u" ? [.kittyKeyboard] : []
        }
        switch (sequence.final, sequence.number(0)) {
        case ("I", _): return [.event(.focused(true))]
        case ("O", _): return [.event(.focused(false))]
        case ("~", 200):
            paste = PasteCollector(limit: pasteLimit)
            return []
        default:
            guard var key = KeySequences.key(for: sequence) else { return [] }
            if isAlt { key.modifiers.insert(.alt) }
            return [.event(.key(key))]
        }
    }
}
