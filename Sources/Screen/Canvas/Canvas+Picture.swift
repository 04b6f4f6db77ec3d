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
}
