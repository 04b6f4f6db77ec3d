/// A picture in the PNG format (PNG specification, third edition): 8 bits each of red, green and blue.
struct PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let trueColour: UInt8 = 2

    let width: Int
    let height: Int
    /// The colour at a column and a row, from the upper left.
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

    /// The lines, each with its filter (none) in front.
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

/// A swift in flight before an evening sky.
enum SwiftPicture {
    static func png(width: Int, height: Int) -> PNG {
        PNG(width: width, height: height) { x, y in
            // The picture is drawn in a square of two by two around its middle, at any size in pixels.
            let scale = Double(min(width, height)) / 2
            let right = (Double(x) + 0.5 - Double(width) / 2) / scale
            let down = (Double(y) + 0.5 - Double(height) / 2) / scale
            return isBird(right, down) ? PNG.Colour(red: 32, green: 28, blue: 40) : sky(height: Double(y) / Double(height))
        }
    }

    /// True for a point of the bird: the wings are an ellipse without a second, lower one; the body is an ellipse in the middle of the arc.
    private static func isBird(_ right: Double, _ down: Double) -> Bool {
        let wings =
            isInside(right, down, centreDown: 0.35, width: 0.8, height: 0.75)
            && !isInside(right, down, centreDown: 0.6, width: 0.85, height: 0.8)
        return wings || isInside(right, down, centreDown: -0.2, width: 0.09, height: 0.4)
    }

    private static func isInside(_ right: Double, _ down: Double, centreDown: Double, width: Double, height: Double) -> Bool {
        let x = right / width
        let y = (down - centreDown) / height
        return x * x + y * y < 1
    }

    private static func sky(height: Double) -> PNG.Colour {
        PNG.Colour(red: UInt8(90 + 160 * height), green: UInt8(130 + 50 * height), blue: UInt8(210 - 100 * height))
    }
}
