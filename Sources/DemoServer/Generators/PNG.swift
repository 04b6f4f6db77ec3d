/// Writes pixels as a PNG file (PNG specification, third edition): 8 bits each of red, green and blue.
struct PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let trueColour: UInt8 = 2

    let width: Int
    let height: Int
    /// The colour at a column and a row, counted from the upper left.
    let pixel: (_ x: Int, _ y: Int) -> Colour

    struct Colour: Hashable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8
    }

    func encode(with zlib: ZLib) -> [UInt8] {
        let header = Self.bigEndian(width) + Self.bigEndian(height) + [8, Self.trueColour, 0, 0, 0]
        return Self.signature + chunk("IHDR", header, zlib) + chunk("IDAT", zlib.deflate(scanlines()), zlib) + chunk("IEND", [], zlib)
    }

    /// Each line begins with its filter: none.
    private func scanlines() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(height * (width * 3 + 1))
        for y in 0..<height {
            bytes.append(0)
            for x in 0..<width {
                let colour = pixel(x, y)
                bytes.append(colour.red)
                bytes.append(colour.green)
                bytes.append(colour.blue)
            }
        }
        return bytes
    }

    private func chunk(_ type: String, _ data: [UInt8], _ zlib: ZLib) -> [UInt8] {
        let content = Array(type.utf8) + data
        return Self.bigEndian(data.count) + content + Self.bigEndian(Int(zlib.crc32(content)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, Array.init)
    }
}
