extension Canvas {
    /// A point of a picture.
    public struct Pixel: Hashable, Sendable {
        /// How much red, green and blue there is.
        public var red, green, blue: UInt8

        /// Takes the parts of a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// Five bits for each part: a screen of points must not need more pairs of colours than a terminal has.
        fileprivate var bits: UInt32 { UInt32(red >> 3) << 10 | UInt32(green >> 3) << 5 | UInt32(blue >> 3) }
    }

    /// Shows two points of a picture in one cell, one above the other. The only colours that no theme says: they are the picture's.
    public mutating func write(top: Pixel, bottom: Pixel, at point: Point) {
        place(Cell.pictureFlag | top.bits << 15 | bottom.bits, columns: 1, at: point, style: CellStyle(.text))
    }
    /// Fills cells with a picture, two points in each, and has a terminal that can show all its points there.
    ///
    /// A terminal shows the points as long as nothing else is drawn over any of the cells.
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

    /// The picture that was drawn last, unless something covers it.
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
