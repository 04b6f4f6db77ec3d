import Dispatch
import Platform
import Screen

/// Displays pictures over the cells with the protocol that the terminal supports.
@MainActor
final class PictureDriver {
    private let output: TerminalOutput
    private let descriptor: Int32
    private var support: PictureSupport
    private var layer = PictureLayer()

    init(_ mode: PictureMode, environment: [String: String], output: TerminalOutput, descriptor: Int32) {
        support = PictureSupport(mode, environment: environment)
        self.output = output
        self.descriptor = descriptor
    }

    /// True if the terminal may hold pictures of this program.
    var usesKitty: Bool { support.format == .kitty }

    /// Removes a picture that changes, before the cells are written. Returns the rows that must be written in full.
    func willDraw(_ canvas: Canvas, isWhole: Bool) -> Range<Int>? {
        let picture = canvas.uncoveredPicture
        if picture != nil, let question = support.ask() { output.write(question) }
        if picture != nil { support.use(windowCell: windowCell) }
        var rows: Range<Int>?
        for step in layer.willDraw(picture, format: support.format, isWhole: isWhole) {
            if case .redraw(let range) = step { rows = range } else { perform(step) }
        }
        return rows
    }

    /// Displays the picture, after the cells were written.
    func didDraw() { layer.didDraw().forEach(perform) }

    /// Handles a reply. Returns true if the last canvas must be drawn again.
    func receive(_ reply: PictureReply) -> Bool { support.handle(reply, windowCell: windowCell) }

    /// Removes the picture, before another program gets the terminal.
    func leave() { layer.forget().forEach(perform) }

    private func perform(_ step: PictureLayer.Step) {
        switch step {
        case .write(let text): output.write(text)
        case .redraw: break
        case .stopTransmitting: output.stopSending()
        case .transmit(let strings):
            output.send(strings) { [weak self] in
                guard let self else { return }
                layer.transmitted().forEach(perform)
            }
        case .run(let job):
            DispatchQueue.global(qos: .userInitiated).async {
                let strings = job.run()
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated {
                        guard let self else { return }
                        self.layer.store(strings, of: job).forEach(self.perform)
                    }
                }
            }
        }
    }

    /// The size of a cell in pixels, if the system knows the size of the window.
    private var windowCell: Size? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        let cell = Size(width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
        return cell.width > 0 && cell.height > 0 ? cell : nil
    }
}

/// The commands of the Kitty graphics protocol for one picture.
///
/// Source: sw.kovidgoyal.net/kitty/graphics-protocol. `q=2` suppresses the terminal's replies.
enum KittyPicture {
    /// The picture's number in the terminal; a new picture replaces the old one.
    private static let number = 0x4150

    /// The largest number of Base64 characters in one command.
    static let chunkSize = 4096

    /// Queries the protocol with a picture of one pixel that is not stored.
    static let question = "\u{1B}_Gi=\(PictureReply.questionNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

    /// Transmits the pixels without displaying them. Other output may come between the commands, except commands of this protocol.
    static func transmission(of bitmap: Bitmap) -> [String] {
        let text = Array(Data(bitmap.points).base64EncodedString().utf8)
        return stride(from: 0, to: text.count, by: chunkSize).map { start in
            let end = min(text.count, start + chunkSize)
            let first = start == 0 ? "a=t,t=d,f=24,s=\(bitmap.size.width),v=\(bitmap.size.height),i=\(number)," : ""
            return "\u{1B}_G\(first)q=2,m=\(end < text.count ? 1 : 0);\(String(decoding: text[start..<end], as: UTF8.self))\u{1B}\\"
        }
    }

    /// Aborts a transmission; the terminal discards the incomplete picture.
    static let abortion = "\u{1B}_Gq=2,m=0\u{1B}\\"

    /// Displays the picture over cells; the cursor does not move.
    static func placement(in rect: Rect) -> String {
        at(rect) + "\u{1B}_Ga=p,i=\(number),p=1,c=\(rect.width),r=\(rect.height),C=1,q=2\u{1B}\\\u{1B}8"
    }

    /// Removes the picture from the screen; the terminal keeps its data.
    static let removal = "\u{1B}_Ga=d,d=i,i=\(number),q=2\u{1B}\\"

    /// Removes the picture and its data.
    static let deletion = "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\"

    /// Saves the cursor (DECSC) and moves it to the first cell of `rect`; `ESC 8` restores it.
    static func at(_ rect: Rect) -> String { "\u{1B}7\u{1B}[\(rect.minY + 1);\(rect.minX + 1)H" }
}

/// A picture encoded as sixels: bands of six rows, in which each colour is drawn over the full width.
///
/// Source: VT330/VT340 Programmer Reference Manual, chapter 14. All pictures use the same 252 of 256 colours: six levels of red and blue,
/// seven of green. Ordered dithering approximates the colours between them.
struct SixelPicture {
    private let size: Size
    /// The colour number of each pixel.
    private let colors: [UInt8]

    private static let levels = (red: 6, green: 7, blue: 6)

    /// The thresholds of ordered dithering in sixteenths (Bayer 1973).
    private static let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Encodes a bitmap in its own size.
    init(_ bitmap: Bitmap) {
        size = bitmap.size
        let width = size.width
        colors = (0..<width * size.height).map { index in
            let threshold = Self.pattern[index / width % 4 * 4 + index % width % 4]
            let red = Self.level(bitmap.points[index * 3], of: Self.levels.red, threshold)
            let green = Self.level(bitmap.points[index * 3 + 1], of: Self.levels.green, threshold)
            let blue = Self.level(bitmap.points[index * 3 + 2], of: Self.levels.blue, threshold)
            return UInt8((red * Self.levels.green + green) * Self.levels.blue + blue)
        }
    }

    private static func level(_ value: UInt8, of count: Int, _ threshold: Int) -> Int {
        (Int(value) * (count - 1) * 16 + threshold * 255) / (255 * 16)
    }

    /// The device control string, with square pixels and a transparent background.
    var bytes: [UInt8] {
        var output = Array("\u{1B}P0;1q\"1;1;\(size.width);\(size.height)".utf8)
        for color in Set(colors).sorted() { output += Self.definition(of: color).utf8 }
        var bits = [UInt8](repeating: 0, count: 256 * size.width)
        for top in stride(from: 0, to: size.height, by: 6) {
            if top > 0 { output.append(UInt8(ascii: "-")) }
            appendBand(top, &bits, to: &output)
        }
        return output + Array("\u{1B}\\".utf8)
    }

    /// The definition of a colour in percent.
    private static func definition(of color: UInt8) -> String {
        let number = Int(color)
        let blue = number % levels.blue * 100 / (levels.blue - 1)
        let green = number / levels.blue % levels.green * 100 / (levels.green - 1)
        let red = number / levels.blue / levels.green * 100 / (levels.red - 1)
        return "#\(number);2;\(red);\(green);\(blue)"
    }

    /// - Parameter bits: The sixels of the band for each colour; all zero before and after the call.
    private func appendBand(_ top: Int, _ bits: inout [UInt8], to output: inout [UInt8]) {
        var used = [Bool](repeating: false, count: 256)
        for y in top..<min(top + 6, size.height) {
            for x in 0..<size.width {
                let color = Int(colors[y * size.width + x])
                used[color] = true
                bits[color * size.width + x] |= 1 << UInt8(y - top)
            }
        }
        var isFirst = true
        for color in 0..<256 where used[color] {
            if !isFirst { output.append(UInt8(ascii: "$")) }
            isFirst = false
            output += "#\(color)".utf8
            let row = color * size.width..<(color + 1) * size.width
            Self.append(bits[row], to: &output)
            for index in row { bits[index] = 0 }
        }
    }

    /// Appends sixels, which are the bits plus `?`. Runs of more than three are counted, trailing empty sixels omitted.
    private static func append(_ row: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let end = (row.lastIndex { $0 != 0 } ?? row.startIndex - 1) + 1
        var start = row.startIndex
        while start < end {
            let next = row[start..<end].firstIndex { $0 != row[start] } ?? end
            let sixel = row[start] + 0x3F
            if next - start > 3 {
                output += "!\(next - start)".utf8
                output.append(sixel)
            } else {
                output.append(contentsOf: repeatElement(sixel, count: next - start))
            }
            start = next
        }
    }
}
