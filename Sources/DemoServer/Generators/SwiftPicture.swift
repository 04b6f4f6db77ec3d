/// A swift's crescent before an evening sky.
enum SwiftPicture {
    static func png(width: Int, height: Int) -> PNG {
        PNG(width: width, height: height) { x, y in
            // The picture is drawn in a square of two by two around its middle, whatever its size in pixels.
            let scale = Double(min(width, height)) / 2
            let right = (Double(x) + 0.5 - Double(width) / 2) / scale
            let down = (Double(y) + 0.5 - Double(height) / 2) / scale
            return isBird(right, down) ? PNG.Colour(red: 32, green: 28, blue: 40) : sky(height: Double(y) / Double(height))
        }
    }

    /// Wings: what of a circle a second one, lower, leaves over. Body: an ellipse in the middle of the arc.
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
