internal import CCompression
internal import CGD
import JSON
import Platform

/// Decodes and scales down a picture. The output is a line of JSON with its sizes, then the pixels in RGBA, four bytes each.
///
/// A large PNG or JPEG is scaled down row by row. Of other pictures all pixels must fit into memory, so that their number is limited.
struct PictureEngine {
    /// The maximum number of pixels of a picture that is decoded as a whole, with four bytes each.
    private static let maxPixels = 64_000_000
    /// A smaller PNG is decoded as a whole, with better scaling.
    private static let minPixelsInRows = 1_000_000

    static func run(_ context: Worker.Context) throws(QueryError) {
        let limit = (context.arguments["width"]?.integer ?? 1, context.arguments["height"]?.integer ?? 1)
        if let rows = PNGRows(context.body), rows.width * rows.height >= minPixelsInRows {
            let size = fitted(rows.width, rows.height, limit)
            if let pixels = try rows.scaled(to: size.width, size.height) {
                return try write(pixels, "PNG", size, rows.width, rows.height, context.output)
            }
        }
        var library = gd_library()
        guard DynamicLibrary.Names.gd.contains(where: { gd_open(&library, $0) == nil }) else {
            throw QueryError(.unavailable, "Pictures need libgd, which is not installed: install libgd3 (gd on other systems).")
        }
        if let size = PictureSize(of: context.body), size.isOver(maxPixels), context.body.starts(with: [0xFF, 0xD8, 0xFF]) {
            let small = fitted(size.width, size.height, limit)
            var pixels = [UInt8](repeating: 255, count: small.width * small.height * 4)
            let bytes = context.body.bindMemory(to: UInt8.self).baseAddress
            // Of some kinds libjpeg needs all pixels in memory too.
            if gd_read_jpeg(&library, bytes, context.body.count, Int32(small.width), Int32(small.height), &pixels) != 0 {
                return try write(pixels, "JPEG", small, size.width, size.height, context.output)
            }
        }
        let (format, picture) = try decode(context.body, library)
        let (width, height) = (Int(gd_width(picture)), Int(gd_height(picture)))
        let small = fitted(width, height, limit)
        guard let target = library.create(Int32(small.width), Int32(small.height)) else { throw tooLarge }
        library.alpha_blending(target, 0)
        library.copy_resampled(target, picture, 0, 0, 0, 0, Int32(small.width), Int32(small.height), Int32(width), Int32(height))
        try writeHead(format, small, width, height, context.output)
        try write(target, small.width, small.height, library, context.output)
    }

    /// The size of a picture scaled down to fit into a limit.
    private static func fitted(_ width: Int, _ height: Int, _ limit: (Int, Int)) -> (width: Int, height: Int) {
        let scale = min(1, Double(limit.0) / Double(max(1, width)), Double(limit.1) / Double(max(1, height)))
        return (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
    }

    private static func write(
        _ pixels: [UInt8], _ format: String, _ size: (width: Int, height: Int), _ width: Int, _ height: Int, _ output: WorkerOutput
    ) throws(QueryError) {
        try writeHead(format, size, width, height, output)
        try pixels.withUnsafeBufferPointer { bytes throws(QueryError) in try output.write(UnsafeRawBufferPointer(bytes)) }
    }

    private static func writeHead(
        _ format: String, _ size: (width: Int, height: Int), _ width: Int, _ height: Int, _ output: WorkerOutput
    ) throws(QueryError) {
        let head: JSONValue = [
            "format": .string(format), "width": .number(size.width), "height": .number(size.height), "originalWidth": .number(width),
            "originalHeight": .number(height),
        ]
        try output.write(head.compactText + "\n")
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
        if let size = PictureSize(of: body), size.isOver(maxPixels) {
            throw QueryError(
                .limit,
                "The \(format) picture has \(size.width) × \(size.height) pixels; at most \(maxPixels / 1_000_000) million can be shown.")
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

/// The size that the beginning of a picture declares.
struct PictureSize {
    let width: Int
    let height: Int

    /// Reads a PNG, JPEG, GIF or WebP; nil if the size is not found.
    init?(of body: UnsafeRawBufferPointer) {
        func number(_ offset: Int, _ count: Int, isBig: Bool = false) -> Int? {
            guard offset + count <= body.count else { return nil }
            let bytes = body[offset..<offset + count]
            return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        var size: (Int?, Int?)?
        if body.starts(with: [0x89, 0x50, 0x4E, 0x47]) { size = (number(16, 4, isBig: true), number(20, 4, isBig: true)) }
        if body.starts(with: "GIF8".utf8) { size = (number(6, 2), number(8, 2)) }
        if body.starts(with: [0xFF, 0xD8]), let frame = Self.frame(ofJPEG: body) {
            size = (number(frame + 7, 2, isBig: true), number(frame + 5, 2, isBig: true))
        }
        if body.starts(with: "RIFF".utf8), let kind = number(12, 4, isBig: true) {
            switch kind {
            // VP8X, VP8L and VP8.
            case 0x5650_3858: size = (number(24, 3).map { $0 + 1 }, number(27, 3).map { $0 + 1 })
            case 0x5650_384C: size = (number(21, 4).map { $0 & 0x3FFF + 1 }, number(21, 4).map { $0 >> 14 & 0x3FFF + 1 })
            default: size = (number(26, 2).map { $0 & 0x3FFF }, number(28, 2).map { $0 & 0x3FFF })
            }
        }
        guard let width = size?.0, let height = size?.1 else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// True if there are more pixels. Divides, since the product of two declared sizes may be too large for a number.
    func isOver(_ pixelCount: Int) -> Bool { width > 0 && height > pixelCount / width }

    /// The offset of the segment with the size of a JPEG.
    private static func frame(ofJPEG body: UnsafeRawBufferPointer) -> Int? {
        var offset = 2
        while offset + 4 <= body.count {
            guard body[offset] == 0xFF else { return nil }
            let kind = body[offset + 1]
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) { return offset }
            offset += kind == 0xFF ? 1 : 2 + Int(body[offset + 2]) << 8 + Int(body[offset + 3])
        }
        return nil
    }
}

/// A PNG that is scaled down while it is decoded row by row, with memory for two rows and the result (PNG, third edition).
struct PNGRows {
    let width: Int
    let height: Int
    private let body: UnsafeRawBufferPointer
    private let depth: Int
    private let kind: Int
    private let channels: Int
    /// The bytes of a row.
    private let rowSize: Int
    /// The colours of a palette, in RGB, and the bytes of a `tRNS` chunk.
    private var palette: [UInt8] = []
    private var transparency: [UInt8] = []

    /// A row with more bytes is not decoded.
    private static let maxRowSize = 64 << 20
    /// The number of pixels that are averaged in each direction.
    private static let samples = 4

    /// Reads the chunks before the pixels; nil for another picture, and for one whose rows are interlaced.
    init?(_ body: UnsafeRawBufferPointer) {
        guard body.count > 33, body.starts(with: [0x89, 0x50, 0x4E, 0x47]), let size = PictureSize(of: body),
            body[26...28].allSatisfy({ $0 == 0 }),
            let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][body[25]], [1, 2, 4, 8, 16].contains(body[24]), size.width > 0, size.height > 0,
            size.width <= Self.maxRowSize, size.height <= Int(Int32.max)
        else { return nil }
        (self.body, width, height, self.channels) = (body, size.width, size.height, channels)
        (depth, kind) = (Int(body[24]), Int(body[25]))
        rowSize = (size.width * channels * Int(body[24]) + 7) / 8
        guard rowSize <= Self.maxRowSize, depth >= 8 || channels == 1 else { return nil }
        var offset = 33
        while let chunk = chunk(at: offset), chunk.name != "IDAT" {
            if chunk.name == "PLTE" { palette = Array(body[chunk.content]) }
            if chunk.name == "tRNS" { transparency = Array(body[chunk.content]) }
            offset = chunk.content.upperBound + 4
        }
    }

    private func chunk(at offset: Int) -> (name: String, content: Range<Int>)? {
        guard offset + 8 <= body.count else { return nil }
        let count = body[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        return (String(decoding: body[offset + 4..<offset + 8], as: UTF8.self), offset + 8..<min(body.count, offset + 8 + count))
    }

    /// The pixels of the picture in a smaller size, in RGBA; nil if zlib is not installed.
    func scaled(to columns: Int, _ rows: Int) throws(QueryError) -> [UInt8]? {
        guard let inflater = PNGInflater(body, chunk) else { return nil }
        var (row, last) = ([UInt8](repeating: 0, count: rowSize + 1), [UInt8](repeating: 0, count: rowSize + 1))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(columns * rows * 4)
        // The weighted colours, the opacity and the number of the pixels in each column of the result.
        var sums = [UInt64](repeating: 0, count: columns * 5)
        let steps = (max(1, width / (columns * Self.samples)), max(1, height / (rows * Self.samples)))
        for y in 0..<height {
            guard inflater.fill(&row), unfilter(&row, last) else { throw QueryError(.input, "The PNG picture is invalid.") }
            let target = y * rows / height
            if y % steps.1 == 0 || sums[4] == 0 { row.withUnsafeBufferPointer { add($0, to: &sums, columns, step: steps.0) } }
            swap(&row, &last)
            guard y == height - 1 || (y + 1) * rows / height > target else { continue }
            append(sums, to: &pixels)
            sums.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        }
        return pixels
    }

    /// Adds pixels of a row to the sums of their columns.
    private func add(_ row: UnsafeBufferPointer<UInt8>, to sums: inout [UInt64], _ columns: Int, step: Int) {
        for column in 0..<columns {
            let (start, end) = (column * width / columns, max(column * width / columns + 1, (column + 1) * width / columns))
            for x in stride(from: start, to: end, by: step) {
                let (red, green, blue, alpha) = pixel(x, row)
                sums[column * 5] += red * alpha
                sums[column * 5 + 1] += green * alpha
                sums[column * 5 + 2] += blue * alpha
                sums[column * 5 + 3] += alpha
                sums[column * 5 + 4] += 1
            }
        }
    }

    private func append(_ sums: [UInt64], to pixels: inout [UInt8]) {
        for start in stride(from: 0, to: sums.count, by: 5) {
            let (alpha, count) = (sums[start + 3], max(1, sums[start + 4]))
            for channel in 0..<3 { pixels.append(UInt8(sums[start + channel] / max(1, alpha))) }
            pixels.append(UInt8(alpha / count))
        }
    }

    /// Red, green, blue and opacity of a pixel, each up to 255.
    private func pixel(_ x: Int, _ row: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
        let first = sample(x, 0, row)
        switch kind {
        case 3:
            let alpha = first < transparency.count ? UInt64(transparency[first]) : 255
            guard first * 3 + 2 < palette.count else { return (0, 0, 0, 255) }
            return (UInt64(palette[first * 3]), UInt64(palette[first * 3 + 1]), UInt64(palette[first * 3 + 2]), alpha)
        case 0, 4:
            let alpha = kind == 4 ? scale(sample(x, 1, row)) : isKey([first]) ? 0 : 255
            return (scale(first), scale(first), scale(first), alpha)
        default:
            let (green, blue) = (sample(x, 1, row), sample(x, 2, row))
            let alpha = kind == 6 ? scale(sample(x, 3, row)) : isKey([first, green, blue]) ? 0 : 255
            return (scale(first), scale(green), scale(blue), alpha)
        }
    }

    /// True for the colour that a `tRNS` chunk makes transparent.
    private func isKey(_ colour: [Int]) -> Bool {
        !transparency.isEmpty && transparency.count == colour.count * 2
            && colour.indices.allSatisfy { Int(transparency[$0 * 2]) << 8 | Int(transparency[$0 * 2 + 1]) == colour[$0] }
    }

    private func scale(_ sample: Int) -> UInt64 {
        depth == 16 ? UInt64(sample >> 8) : depth == 8 ? UInt64(sample) : UInt64(sample * 255 / (1 << depth - 1))
    }

    /// A value of a pixel as stored. A row begins with its filter.
    private func sample(_ x: Int, _ channel: Int, _ row: UnsafeBufferPointer<UInt8>) -> Int {
        let place = x * channels + channel
        switch depth {
        case 8: return Int(row[place + 1])
        case 16: return Int(row[place * 2 + 1]) << 8 | Int(row[place * 2 + 2])
        default: return Int(row[place * depth / 8 + 1]) >> (8 - depth - place * depth % 8) & (1 << depth - 1)
        }
    }

    /// Reverses the filter of a row, which refers to the row above; false for an unknown filter.
    private func unfilter(_ row: inout [UInt8], _ above: [UInt8]) -> Bool {
        let distance = max(1, channels * depth / 8)
        return row.withUnsafeMutableBufferPointer { row in
            above.withUnsafeBufferPointer { above in
                let filter = row[0]
                guard filter != 0 else { return true }
                for index in 1..<row.count {
                    let left = index > distance ? row[index - distance] : 0
                    let up = above[index]
                    switch filter {
                    case 1: row[index] &+= left
                    case 2: row[index] &+= up
                    case 3: row[index] &+= UInt8((Int(left) + Int(up)) / 2)
                    case 4: row[index] &+= Self.paeth(left, up, index > distance ? above[index - distance] : 0)
                    default: return false
                    }
                }
                return true
            }
        }
    }

    private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int(left), Int(up), Int(corner))
        let distances = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        return distances.0 <= distances.1 && distances.0 <= distances.2 ? left : distances.1 <= distances.2 ? up : corner
    }
}

/// Decompresses the `IDAT` chunks of a PNG as far as rows are asked for.
private final class PNGInflater {
    private let body: UnsafeRawBufferPointer
    private let chunk: (Int) -> (name: String, content: Range<Int>)?
    private var table = ccompression_zlib()
    // zlib keeps a pointer to its state, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    /// The offset of the next chunk.
    private var next = 33
    private var input: Range<Int> = 0..<0

    /// Opens zlib; nil if it is not installed.
    init?(_ body: UnsafeRawBufferPointer, _ chunk: @escaping (Int) -> (name: String, content: Range<Int>)?) {
        (self.body, self.chunk) = (body, chunk)
        stream.initialize(to: z_stream())
        guard let library = DynamicLibrary(DynamicLibrary.Names.zlib), ccompression_load_zlib(&table, library.handle) != 0,
            ccompression_inflate_begin(&table, stream, 15) == Z_OK
        else { return nil }
    }

    deinit {
        if table.inflateEnd != nil { _ = table.inflateEnd(stream) }
        stream.deallocate()
    }

    /// Decompresses a row; false at the end of the data or if it is invalid.
    func fill(_ row: inout [UInt8]) -> Bool {
        row.withUnsafeMutableBufferPointer { row in
            var done = 0
            while done < row.count {
                if input.isEmpty, !advance() { return false }
                // A chunk may be longer than zlib takes at once.
                let piece = body[input].prefix(1 << 30)
                var span = ccompression_span(
                    input: UnsafeRawBufferPointer(rebasing: piece).bindMemory(to: UInt8.self).baseAddress, input_count: piece.count,
                    output: row.baseAddress.map { $0 + done }, output_count: row.count - done)
                let code = ccompression_inflate(&table, stream, &span)
                input = input.lowerBound + piece.count - span.input_count..<input.upperBound
                done = row.count - span.output_count
                guard code == Z_OK || code == Z_BUF_ERROR && input.isEmpty || code == Z_STREAM_END && done == row.count else {
                    return false
                }
            }
            return true
        }
    }

    /// Goes to the next chunk with pixels.
    private func advance() -> Bool {
        while let found = chunk(next) {
            next = found.content.upperBound + 4
            guard found.name == "IDAT", !found.content.isEmpty else { continue }
            input = found.content
            return true
        }
        return false
    }
}
