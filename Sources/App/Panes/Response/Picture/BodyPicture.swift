import JSON
import Screen

/// A body that is a picture, small enough for a screen.
public struct BodyPicture: Sendable, Equatable {
    /// The body that it was made of.
    let body: BodyHandle
    /// Its own size in points.
    let originalSize: Size
    /// The size of what is kept of it.
    let size: Size
    /// PNG, JPEG, GIF or WebP.
    let format: String
    /// Four bytes a point: red, green, blue, and how opaque it is.
    private let points: [UInt8]

    /// Points of more columns or rows are not needed by any terminal.
    static let largest = Size(width: 600, height: 400)

    /// Reads what the worker writes; nil where that is cut off.
    init?(_ output: [UInt8], body: BodyHandle) {
        guard let end = output.firstIndex(of: 0x0A), let head = try? JSONValue(parsing: Array(output[..<end])),
            let width = head["width"]?.integer, let height = head["height"]?.integer, let format = head["format"]?.string,
            let originalWidth = head["originalWidth"]?.integer, let originalHeight = head["originalHeight"]?.integer,
            output.count - end - 1 == width * height * 4
        else { return nil }
        self.body = body
        self.format = format
        size = Size(width: width, height: height)
        originalSize = Size(width: originalWidth, height: originalHeight)
        points = Array(output[(end + 1)...])
    }

    /// The mean of the points of a rectangle, over black where they are transparent.
    func pixel(columns: Range<Int>, rows: Range<Int>) -> Canvas.Pixel {
        var (red, green, blue, count) = (0, 0, 0, 0)
        for y in rows.clamped(to: 0..<size.height) {
            for x in columns.clamped(to: 0..<size.width) {
                let start = (y * size.width + x) * 4
                let alpha = Int(points[start + 3])
                red += Int(points[start]) * alpha / 255
                green += Int(points[start + 1]) * alpha / 255
                blue += Int(points[start + 2]) * alpha / 255
                count += 1
            }
        }
        guard count > 0 else { return Canvas.Pixel(red: 0, green: 0, blue: 0) }
        return Canvas.Pixel(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
}

/// What came of decoding a picture.
public enum DecodedPicture: Sendable, Equatable {
    case shown(BodyPicture)
    /// Why it is not shown, for a person.
    case refused(BodyHandle, String)
}
