import Screen

/// A picture encoded as sixels: bands of six rows, in which each colour is drawn over the full width.
///
/// Source: VT330/VT340 Programmer Reference Manual, chapter 14. All pictures use the same 252 of 256 colours: six levels of red and blue,
/// seven of green. Ordered dithering approximates the colours between them.
struct SixelPicture {
    private let size: Size
    /// The colour number of each pixel.
    private let colors: [UInt8]

    private static let levels = (red: 6, green: 7, blue: 6)

    /// The thresholds of ordered dithering in sixteenths (Bayer 1973).
    private static let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Encodes a bitmap in its own size.
    init(_ bitmap: Bitmap) {
        size = bitmap.size
        let width = size.width
        colors = (0..<width * size.height).map { index in
            let threshold = Self.pattern[index / width % 4 * 4 + index % width % 4]
            let red = Self.level(bitmap.points[index * 3], of: Self.levels.red, threshold)
            let green = Self.level(bitmap.points[index * 3 + 1], of: Self.levels.green, threshold)
            let blue = Self.level(bitmap.points[index * 3 + 2], of: Self.levels.blue, threshold)
            return UInt8((red * Self.levels.green + green) * Self.levels.blue + blue)
        }
    }

    private static func level(_ value: UInt8, of count: Int, _ threshold: Int) -> Int {
        (Int(value) * (count - 1) * 16 + threshold * 255) / (255 * 16)
    }

    /// The device control string, with square pixels and a transparent background.
    var bytes: [UInt8] {
        var output = Array("\u{1B}P0;1q\"1;1;\(size.width);\(size.height)".utf8)
        for color in Set(colors).sorted() { output += Self.definition(of: color).utf8 }
        var bits = [UInt8](repeating: 0, count: 256 * size.width)
        for top in stride(from: 0, to: size.height, by: 6) {
            if top > 0 { output.append(UInt8(ascii: "-")) }
            appendBand(top, &bits, to: &output)
        }
        return output + Array("\u{1B}\\".utf8)
    }

    /// The definition of a colour in percent.
    private static func definition(of color: UInt8) -> String {
        let number = Int(color)
        let blue = number % levels.blue * 100 / (levels.blue - 1)
        let green = number / levels.blue % levels.green * 100 / (levels.green - 1)
        let red = number / levels.blue / levels.green * 100 / (levels.red - 1)
        return "#\(number);2;\(red);\(green);\(blue)"
    }

    /// - Parameter bits: The sixels of the band for each colour; all zero before and after the call.
    private func appendBand(_ top: Int, _ bits: inout [UInt8], to output: inout [UInt8]) {
        var used = [Bool](repeating: false, count: 256)
        for y in top..<min(top + 6, size.height) {
            for x in 0..<size.width {
                let color = Int(colors[y * size.width + x])
                used[color] = true
                bits[color * size.width + x] |= 1 << UInt8(y - top)
            }
        }
        var isFirst = true
        for color in 0..<256 where used[color] {
            if !isFirst { output.append(UInt8(ascii: "$")) }
            isFirst = false
            output += "#\(color)".utf8
            let row = color * size.width..<(color + 1) * size.width
            Self.append(bits[row], to: &output)
            for index in row { bits[index] = 0 }
        }
    }

    /// Appends sixels, which are the bits plus `?`. Runs of more than three are counted, trailing empty sixels omitted.
    private static func append(_ row: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let end = (row.lastIndex { $0 != 0 } ?? row.startIndex - 1) + 1
        var start = row.startIndex
        while start < end {
            let next = row[start..<end].firstIndex { $0 != row[start] } ?? end
            let sixel = row[start] + 0x3F
            if next - start > 3 {
                output += "!\(next - start)".utf8
                output.append(sixel)
            } else {
                output.append(contentsOf: repeatElement(sixel, count: next - start))
            }
            start = next
        }
    }
}
