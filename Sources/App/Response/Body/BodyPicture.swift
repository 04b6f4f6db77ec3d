import JSON
import Screen

/// A body that is a picture, scaled down to fit a screen.
struct BodyPicture: Sendable, Equatable {
    /// The body from which it was made.
    let body: BodyHandle
    /// The picture's original size in pixels.
    let originalSize: Size
    /// PNG, JPEG, GIF or WebP.
    let format: String
    /// The scaled pixels, over black where the picture is transparent.
    let bitmap: Bitmap

    /// The maximum size of the scaled picture; a terminal cannot show more.
    static let largest = Size(width: 800, height: 500)

    /// Reads the output of the worker; nil if it is incomplete.
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

    /// The colour bytes of RGBA pixels, each multiplied by its alpha.
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
enum DecodedPicture: Sendable, Equatable {
    case shown(BodyPicture)
    /// The reason why it is not shown, as text for the user.
    case refused(BodyHandle, String)
}
