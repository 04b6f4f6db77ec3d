import JSON
import Screen

/// A body that is a picture, small enough for a screen.
public struct BodyPicture: Sendable, Equatable {
    /// The body that it was made of.
    let body: BodyHandle
    /// Its own size in points.
    let originalSize: Size
    /// PNG, JPEG, GIF or WebP.
    let format: String
    /// The scaled pixels, over black where the picture is transparent.
    let bitmap: Bitmap

    /// More points are not worth their way to a terminal.
    static let largest = Size(width: 800, height: 500)

    /// Reads what the worker writes; nil where that is cut off.
    init?(_ output: [UInt8], body: BodyHandle) {
        guard let end = output.firstIndex(of: 0x0A), let head = try? JSONValue(parsing: Array(output[..<end])),
            let width = head["width"]?.integer, let height = head["height"]?.integer, let format = head["format"]?.string,
            let originalWidth = head["originalWidth"]?.integer, let originalHeight = head["originalHeight"]?.integer,
            (1...Self.largest.width).contains(width), (1...Self.largest.height).contains(height),
            output.count - end - 1 == width * height * 4,
            let bitmap = Bitmap(size: Size(width: width, height: height), points: Self.opaque(output[(end + 1)...]))
        else { return nil }
        self.body = body
        self.format = format
        self.bitmap = bitmap
        originalSize = Size(width: originalWidth, height: originalHeight)
    }

    /// Three bytes of each four, as much of them as the fourth says.
    private static func opaque(_ points: ArraySlice<UInt8>) -> [UInt8] {
        var opaque: [UInt8] = []
        opaque.reserveCapacity(points.count / 4 * 3)
        for start in stride(from: points.startIndex, to: points.endIndex, by: 4) {
            let alpha = Int(points[start + 3])
            for channel in 0..<3 { opaque.append(UInt8(Int(points[start + channel]) * alpha / 255)) }
        }
        return opaque
    }
}

/// The outcome of decoding a picture.
public enum DecodedPicture: Sendable, Equatable {
    case shown(BodyPicture)
    /// Why it is not shown, for a person.
    case refused(BodyHandle, String)
}
