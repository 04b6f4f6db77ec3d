/// A picture of RGB pixels, three bytes each, row by row.
public struct Bitmap: Sendable, Hashable {
    /// The width and height in pixels.
    public let size: Size
    /// Red, green and blue of each pixel.
    public let points: [UInt8]

    /// Creates a picture; nil if it is empty, or the number of bytes does not fit the size.
    public init?(size: Size, points: [UInt8]) {
        guard size.width > 0, size.height > 0, points.count == size.width * size.height * 3 else { return nil }
        self.size = size
        self.points = points
    }

    /// The number of pixels sampled across and down for the mean of a rectangle.
    private static let samples = 4

    /// The mean colour of a rectangle, which must not be empty and must be inside the picture. A large rectangle is sampled.
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

    /// The pixels along a side of `length` that fall into part `index` of `count` equal parts; at least one.
    public static func span(_ index: Int, of count: Int, along length: Int) -> Range<Int> {
        let start = min(length - 1, index * length / count)
        return start..<min(length, max(start + 1, (index + 1) * length / count))
    }

    /// The picture scaled to another size; each pixel is the mean of the pixels that it replaces.
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

/// A picture and the cells that it fills.
public struct PlacedPicture: Sendable, Hashable {
    /// The pixels, stretched over the cells.
    public let bitmap: Bitmap
    /// The cells.
    public let rect: Rect

    /// Creates a placed picture.
    public init(_ bitmap: Bitmap, in rect: Rect) {
        self.bitmap = bitmap
        self.rect = rect
    }
}

/// The user's choice of how pictures are shown.
public enum PictureMode: String, CaseIterable, Sendable {
    /// Full resolution if the terminal supports it, otherwise half blocks.
    case auto
    /// Half blocks: two pixels in each cell.
    case blocks
    /// Full resolution with the graphics protocol of Kitty.
    case kitty
    /// Full resolution with the sixel graphics of the VT340.
    case sixel
    /// No pictures; their bytes are shown.
    case none
}

extension Canvas {
    /// The colour of a pixel of a picture.
    public struct Pixel: Hashable, Sendable {
        /// The colour components.
        public var red, green, blue: UInt8

        /// Creates a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// The colour with five bits for each component: a screen of pixels must not need more colour pairs than a terminal has.
        fileprivate var bits: UInt32 { UInt32(red >> 3) << 10 | UInt32(green >> 3) << 5 | UInt32(blue >> 3) }
    }

    /// Writes two pixels of a picture into one cell, one above the other. These are the only colours that do not come from the theme.
    public mutating func write(top: Pixel, bottom: Pixel, at point: Point) {
        place(Cell.pictureFlag | top.bits << 15 | bottom.bits, columns: 1, at: point, style: CellStyle(.text))
    }

    /// Fills cells with a picture, two pixels in each. A terminal with a graphics protocol shows the full resolution there.
    ///
    /// The full resolution is shown only while nothing else is drawn over any of the cells.
    public mutating func draw(_ bitmap: Bitmap, in rect: Rect) {
        for row in 0..<rect.height {
            let tops = Bitmap.span(row * 2, of: rect.height * 2, along: bitmap.size.height)
            let bottoms = Bitmap.span(row * 2 + 1, of: rect.height * 2, along: bitmap.size.height)
            for column in 0..<rect.width {
                let columns = Bitmap.span(column, of: rect.width, along: bitmap.size.width)
                write(
                    top: bitmap.mean(columns: columns, rows: tops), bottom: bitmap.mean(columns: columns, rows: bottoms),
                    at: Point(x: rect.minX + column, y: rect.minY + row))
            }
        }
        picture = clip.intersection(rect) == rect ? PlacedPicture(bitmap, in: rect) : nil
    }

    /// The picture drawn last, unless other drawing covers part of it.
    public var uncoveredPicture: PlacedPicture? {
        guard let picture, !picture.rect.isEmpty else { return nil }
        let rect = picture.rect
        for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX {
                let cell = self[Point(x: x, y: y)]
                guard cell.picture != nil, cell.style == CellStyle(.text) else { return nil }
            }
        }
        return picture
    }
}
