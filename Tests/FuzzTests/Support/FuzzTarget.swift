/// A parser with its seeds. For any input it must terminate without a trap.
struct FuzzTarget: Sendable, CustomStringConvertible {
    let name: String
    /// Inputs that are right, or nearly.
    let seeds: [String]
    /// Pieces that mean something to the parser.
    let tokens: [String]
    let parse: @Sendable ([UInt8]) -> Void

    init(_ name: String, seeds: [String], tokens: [String] = [], _ parse: @escaping @Sendable ([UInt8]) -> Void) {
        (self.name, self.seeds, self.tokens, self.parse) = (name, seeds, tokens, parse)
    }

    /// A parser of text.
    init(_ name: String, seeds: [String], tokens: [String] = [], text parse: @escaping @Sendable (String) -> Void) {
        self.init(name, seeds: seeds, tokens: tokens) { bytes in parse(String(decoding: bytes, as: UTF8.self)) }
    }

    var description: String { name }

    /// Every parser of the package: a new one is a line in one of the lists.
    static let all =
        addresses + [contentCodings] + headers + certificates + bodies + comparisons + documents + files + imports + pasted + terminal
}
