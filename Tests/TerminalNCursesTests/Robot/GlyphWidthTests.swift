import Foundation
import Screen
import ScreenTesting
import Testing

@testable import TerminalNCurses

/// The computed width of a glyph equals the terminal's: the text after it is in its column.
@Suite struct GlyphWidthTests {
    private static let size = Size(width: 120, height: 50)

    /// Draws several items per row, each followed by a bar, and returns those with a bar in a wrong column.
    private func misplaced(_ items: [String]) async throws -> [String] {
        var wrong: [String] = []
        var rest = items[...]
        while !rest.isEmpty {
            var places: [(item: String, bar: Point)] = []
            var lines: [String] = []
            while let item = rest.first, lines.count < Self.size.height - 1 {
                var (line, used) = (lines.last ?? "", lines.last.map { TextWidth.columns(of: $0) } ?? Self.size.width)
                let columns = TextWidth.columns(of: item) + 1
                try #require(columns <= Self.size.width)
                if used + columns > Self.size.width { (line, used) = ("", 0) }
                if used == 0 { lines.append("") }
                lines[lines.count - 1] = line + item + "|"
                places.append((item, Point(x: used + columns - 1, y: lines.count - 1)))
                rest.removeFirst()
            }
            let screen = try await shown(lines)
            wrong += places.filter { screen.cell(x: $0.bar.x, y: $0.bar.y).text != "|" }.map { $0.item.unicodeScalars.names }
        }
        return wrong
    }

    private func shown(_ lines: [String]) async throws -> RobotScreen {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("widths-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data((lines + ["process"]).joined(separator: "\n").utf8).write(to: file)
        let robot = try await Probe.start("show", file.path, size: Self.size)
        let screen = robot.screen
        robot.press(.character("q"))
        try await robot.waitForEnd()
        return screen
    }

    /// The characters on both sides of each bound of the disputed ranges, and samples of all planes.
    private static let scalars: [Unicode.Scalar] = {
        let bounds = GlyphEncoder.disputedBounds.flatMap { [$0 - 1, $0] }
        let samples =
            Array(stride(from: UInt32(0xA0), to: 0x32000, by: 0x55)) + Array(stride(from: UInt32(0xE0000), to: 0x10FFFF, by: 0x1F55))
        return (bounds + samples).compactMap { Unicode.Scalar($0) }
    }()

    @Test func `the width of every kind of character equals the terminal's`() async throws {
        let wrong = try await misplaced(Self.scalars.flatMap { ["a\($0)", "\u{7F}\($0)"] })
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(20))")
    }

    @Test func `the width of runs of marks equals the terminal's`() async throws {
        let marks: [Unicode.Scalar] = [
            "\u{301}", "\u{489}", "\u{E49}", "\u{103A}", "\u{1AB0}", "\u{302A}", "\u{1DCB}", "\u{20DD}", "\u{FE2F}", "\u{1E000}",
        ]
        let runs = marks.flatMap { mark in [1, 4, 5, 30, 300].map { "a" + String(repeating: "\(mark)", count: $0) + "日\(mark)" } }
        let wrong = try await misplaced(runs)
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(20))")
    }

    @Test(arguments: [
        "🥰🫠🤟🏽👩🏽‍⚕️👨‍👩‍👧‍👦🏴‍☠️🇩🇪❤️‍🔥1️⃣™️", "မြန်မာဘာသာ", "क्षत्रिय ॵ", "ｶﾞ が が 각", "ས\u{F8D}ྲ", "\u{1112}\u{1161}\u{11AB}\u{D7B0}", "؀١٢٣ ۝٤",
        "\u{1B}[31m\u{9B}2J\u{7F}\u{0}", "\u{202E}abc\u{2066}\u{200B}\u{FEFF}\u{AD}\u{E0041}", "\u{A0}x\u{3000}\u{2028}",
        "𝐀𠀋𝅘𝅥𝅮\u{1D165}\u{1D16E}",
    ])
    func `the width of text in many scripts equals the terminal's`(text: String) async throws {
        let wrong = try await misplaced([text, String(repeating: text, count: 3), text])
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(20))")
    }

    @Test func `a glyph at the right edge does not wrap`() async throws {
        let ends = ["🥰", "a\u{103A}\u{103A}\u{103A}", "\u{600}", "日\u{302A}", "🫠"]
        let rows = ends.map { end in String(repeating: ".", count: Self.size.width - TextWidth.columns(of: end)) + end }
        let screen = try await shown(rows.flatMap { [$0, "next"] })
        for (index, row) in rows.enumerated() {
            #expect(screen.row(2 * index).hasPrefix(row.prefix(110)))
            #expect(screen.row(2 * index + 1) == "next")
        }
    }
}

extension String.UnicodeScalarView {
    fileprivate var names: String { map { "U+\(String($0.value, radix: 16))" }.joined(separator: " ") }
}
