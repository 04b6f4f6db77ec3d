/// A JSON text of a few bytes: a string, or a digit where there is room for no more.
struct JSONPadding: BodyStream {
    let byteCount: Int

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        Self.append(byteCount, to: &piece)
        return .end
    }

    static func append(_ byteCount: Int, to piece: inout [UInt8]) {
        guard byteCount >= 2 else { return piece.append(UInt8(ascii: "0")) }
        piece.append(UInt8(ascii: "\""))
        piece.append(contentsOf: repeatElement(UInt8(ascii: "."), count: byteCount - 2))
        piece.append(UInt8(ascii: "\""))
    }
}
