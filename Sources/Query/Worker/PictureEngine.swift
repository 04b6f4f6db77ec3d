internal import CGD
import JSON
import Platform

/// Decodes and scales down a picture. The output is a line of JSON with its sizes, then the pixels in RGBA, four bytes each.
///
/// The size that a picture declares is limited by the memory of the process.
struct PictureEngine {
    static func run(_ context: Worker.Context) throws(QueryError) {
        var library = gd_library()
        guard DynamicLibrary.Names.gd.contains(where: { gd_open(&library, $0) == nil }) else {
            throw QueryError(.unavailable, "Pictures need libgd, which is not installed: install libgd3 (gd on other systems).")
        }
        let (format, picture) = try decode(context.body, library)
        let (width, height) = (Int(gd_width(picture)), Int(gd_height(picture)))
        let limit = (context.arguments["width"]?.integer ?? 1, context.arguments["height"]?.integer ?? 1)
        let scale = min(1, Double(limit.0) / Double(max(1, width)), Double(limit.1) / Double(max(1, height)))
        let small = (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
        guard let target = library.create(Int32(small.0), Int32(small.1)) else { throw tooLarge }
        library.alpha_blending(target, 0)
        library.copy_resampled(target, picture, 0, 0, 0, 0, Int32(small.0), Int32(small.1), Int32(width), Int32(height))
        let head: JSONValue = [
            "format": .string(format), "width": .number(small.0), "height": .number(small.1), "originalWidth": .number(width),
            "originalHeight": .number(height),
        ]
        try context.output.write(head.compactText + "\n")
        try write(target, small.0, small.1, library, context.output)
    }

    private static func decode(_ body: UnsafeRawBufferPointer, _ library: gd_library) throws(QueryError) -> (String, gdImagePtr) {
        guard let count = Int32(exactly: body.count) else {
            throw QueryError(.limit, "The picture is larger than 2 GB, the maximum that can be shown.")
        }
        let bytes = UnsafeMutableRawPointer(mutating: body.baseAddress)
        let known: [(String, [UInt8], () -> gdImagePtr?)] = [
            ("PNG", [0x89, 0x50, 0x4E, 0x47], { library.from_png(count, bytes) }),
            ("JPEG", [0xFF, 0xD8, 0xFF], { library.from_jpeg(count, bytes) }),
            ("GIF", Array("GIF8".utf8), { library.from_gif(count, bytes) }),
            ("WebP", Array("RIFF".utf8), { library.from_webp(count, bytes) }),
        ]
        guard let (format, _, decoder) = known.first(where: { body.starts(with: $0.1) }) else {
            throw QueryError(.input, "The body is not a PNG, JPEG, GIF or WebP picture.")
        }
        guard let picture = decoder() else {
            throw QueryError(.input, "The \(format) picture is invalid, or too large for the memory limit.")
        }
        return (format, picture)
    }

    private static let tooLarge = QueryError(.limit, "There is not enough memory for the picture.")

    private static func write(
        _ picture: gdImagePtr, _ width: Int, _ height: Int, _ library: gd_library, _ output: WorkerOutput
    ) throws(QueryError) {
        var row = [UInt8](repeating: 0, count: width * 4)
        for y in 0..<height {
            for x in 0..<width {
                // The transparency of a pixel has seven bits.
                let color = UInt32(bitPattern: library.pixel(picture, Int32(x), Int32(y)))
                let alpha = 255 - min(255, (color >> 24 & 127) * 255 / 127)
                row.replaceSubrange(
                    x * 4..<x * 4 + 4,
                    with: [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255), UInt8(alpha)])
            }
            try row.withUnsafeBufferPointer { bytes throws(QueryError) in try output.write(UnsafeRawBufferPointer(bytes)) }
        }
    }
}
