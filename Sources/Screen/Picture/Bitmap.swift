/// A picture as points, three bytes each: red, green, blue, row by row.
public struct Bitmap: Sendable, Hashable {
    /// Points across and down.
    public let size: Size
    /// Three bytes a point.
    public let points: [UInt8]

    /// Takes the points; nil when there are not as many as the size says.
    public init?(size: Size, points: [UInt8]) {
        guard size.width > 0, size.height > 0, points.count == size.width * size.height * 3 else { return nil }
        self.size = size
        self.points = points
    }

    /// So many points across and down are enough to tell the mean of a rectangle.
    private static let samples = 4

    /// The mean of a rectangle of points that is not empty and lies inside; of a large one, of points spread over it.
    public func mean(columns: Range<Int>, rows: Range<Int>) -> Canvas.Pixel {
        var (red, green, blue, count) = (0, 0, 0, 0)
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: max(1, rows.count / Self.samples)) {
            for x in stride(from: columns.lowerBound, to: columns.upperBound, by: max(1, columns.count / Self.samples)) {
                let start = (y * size.width + x) * 3
                red += Int(points[start])
                green += Int(points[start + 1])
                blue += Int(points[start + 2])
                count += 1
            }
        }
        return Canvas.Pixel(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }

    /// The points that fall on one of `count` places along a side of `length`; at least one.
    public static func span(_ index: Int, of count: Int, along length: Int) -> Range<Int> {
        let start = min(length - 1, index * length / count)
        return start..<min(length, max(start + 1, (index + 1) * length / count))
    }

    /// The picture with other numbers of points, each the mean of those that fall on it.
    public func scaled(to target: Size) -> Bitmap {
        guard target != size, target.width > 0, target.height > 0 else { return self }
        var scaled: [UInt8] = []
        scaled.reserveCapacity(target.width * target.height * 3)
        let columns = (0..<target.width).map { Self.span($0, of: target.width, along: size.width) }
        for y in 0..<target.height {
            let rows = Self.span(y, of: target.height, along: size.height)
            for span in columns {
                let pixel = mean(columns: span, rows: rows)
                scaled.append(pixel.red)
                scaled.append(pixel.green)
                scaled.append(pixel.blue)
            }
        }
        return Bitmap(size: target, points: scaled) ?? self
    }
}
