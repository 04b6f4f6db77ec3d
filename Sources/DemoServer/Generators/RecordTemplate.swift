/// A record with gaps: `{"id": <id>, "name": "<name>"}`. Filling one in is a few copies.
struct RecordTemplate<Slot: RawRepresentable<String> & Sendable>: Sendable {
    private enum Part: Sendable {
        case bytes([UInt8])
        case slot(Slot)
    }

    private let parts: [Part]

    /// `<` and `>` only ever stand around the name of a gap.
    init(_ text: String) {
        parts = text.split(separator: "<", omittingEmptySubsequences: false).flatMap { text -> [Part] in
            let halves = text.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let slot = Slot(rawValue: String(halves[0])) else { return [.bytes(Array(text.utf8))] }
            return [.slot(slot), .bytes(Array(halves[1].utf8))]
        }
    }

    func append(to output: inout [UInt8], filling fill: (Slot, inout [UInt8]) -> Void) {
        for part in parts {
            switch part {
            case .bytes(let bytes): output.append(contentsOf: bytes)
            case .slot(let slot): fill(slot, &output)
            }
        }
    }
}
