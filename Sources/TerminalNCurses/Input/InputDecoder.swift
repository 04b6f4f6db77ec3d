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
        /// An answer to a question for the terminal's graphics.
        case picture(PictureReply)
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
        case .report(let text): return Self.appearance(ofBackground: text).map { [.event(.appearance($0))] } ?? []
        case .graphics(let text): return PictureReply(graphics: text).map { [.picture($0)] } ?? []
        case .ignored: return []
        case .sequence(let sequence, let isAlt): return output(for: sequence, isAlt: isAlt, at: time)
        }
    }

    private mutating func output(for sequence: ControlSequence, isAlt: Bool, at time: Duration) -> [Output] {
        if sequence.prefix == "<" {
            return clicks.event(for: sequence, at: time).map { [.event(.mouse($0))] } ?? []
        }
        if sequence.prefix == "?" { return answer(sequence) }
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

    private func answer(_ sequence: ControlSequence) -> [Output] {
        switch (sequence.final, sequence.number(0), sequence.number(1)) {
        case ("u", _, _): [.kittyKeyboard]
        case ("c", _, _): [.picture(.attributes(sequence.parameters.compactMap { $0.first.flatMap { $0 } }))]
        // The answer to mode 2031: contour-terminal.org, "Dark and Light Mode detection".
        case ("n", 997, 1): [.event(.appearance(.dark))]
        case ("n", 997, 2): [.event(.appearance(.light))]
        default: []
        }
    }

    /// What `11;rgb:1c1c/1c1c/1c1c` says: xterm's answer to the question for the background, one to four digits a channel.
    private static func appearance(ofBackground report: String) -> Theme.Appearance? {
        guard let colon = report.firstIndex(of: ":"), report.hasPrefix("11;rgb") else { return nil }
        let channels = report[report.index(after: colon)...].split(separator: "/").prefix(3).compactMap { digits in
            UInt32(digits, radix: 16).map { Double($0) / Double((1 << (4 * min(digits.count, 4))) - 1) }
        }
        guard channels.count == 3 else { return nil }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2] > 0.5 ? .light : .dark
    }
}
