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
