import Foundation
import Screen
import ScreenTesting
import Testing

/// Whatever is shown, no byte of it commands the terminal.
@Suite struct UntrustedTextTests {
    /// The probe's output without text: everything else comes from the text.
    private func written(for bytes: [UInt8]) async throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("untrusted-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        // The last line shows that the frame is complete.
        try Data(bytes + Array("\nprocess".utf8)).write(to: file)
        let robot = try await Probe.start("show", file.path, size: Size(width: 100, height: 40))
        robot.press(.character("q"))
        try await robot.waitForEnd()
        return robot.output
    }

    /// The sequences of an output, whole: all that an escape or a control begins.
    private func commands(_ output: [UInt8]) -> Set<String> {
        let text = String(decoding: output, as: UTF8.self)
        let pattern = #/\x1b\[[0-9:;<=>?]*[ -\/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|[\x00-\x1f\x7f\u{80}-\u{9f}]/#
        return Set(text.unicodeScalars.isEmpty ? [] : text.matches(of: pattern).map { String($0.output) })
    }

    @Test(
        arguments: [
            (0...0x1F).filter { $0 != 0x0A }.map { [UInt8($0), 0x41] }.flatMap { $0 }, [0x7F, 0x41],
            (0x80...0x9F).flatMap { [0xC2, UInt8($0)] },
            (0x80...0x9F).map { UInt8($0) }, Array("\u{1B}]0;title\u{7}\u{1B}]52;c;eA==\u{7}\u{1B}]8;;http://x\u{1B}\\".utf8),
            Array("\u{1B}P1$r0m\u{1B}\\\u{1B}_Gx\u{1B}\\\u{1B}^pm\u{1B}\\\u{1B}Xsos\u{1B}\\".utf8),
            Array("\u{1B}c\u{1B}[2J\u{1B}[?1049l\u{1B}[6n".utf8),
            [0xC0, 0x9B, 0xE0, 0x80, 0x9B, 0xF0, 0x80, 0x80, 0x9B, 0xC0, 0x80],
            [0xFF, 0xFE, 0xF8, 0x88, 0x80, 0x80, 0x80, 0xED, 0xA0, 0x80],
            Array("\u{202E}\u{2066}\u{200F}\u{FEFF}\u{200B}\u{E0041}".utf8),
            Array("\u{61C}\u{200E}\u{202A}\u{202B}\u{202C}\u{202D}\u{2067}\u{2068}\u{2069}".utf8),
            Array("\u{200C}\u{200D}\u{2060}\u{2064}\u{180E}\u{FFF9}\u{FFFB}\u{E0001}\u{115F}\u{3164}".utf8),
            Array(("a" + String(repeating: "\u{301}", count: 5000) + "b" + String(repeating: "\u{103A}\u{20DD}", count: 2000)).utf8),
            Array("🥰🫠👩🏽‍⚕️\u{1B}[31m🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{9B}0m".utf8),
        ] as [[UInt8]])
    func `control sequences in drawn text are not executed`(bytes: [UInt8]) async throws {
        let harmless = try await written(for: [])
        let output = try await written(for: bytes)
        let added = commands(output).subtracting(commands(harmless))
        // Glyphs are drawn with cursor movement, erasing, repeating and saved positions, which depend on the text.
        let drawing = #/\x1b\[[0-9;]*[HGdABCDKXJb]|\x1b\[[0-9;:]*m|\x1b[78]|\x1b\(B|[\r\n\x08]/#
        #expect(added.filter { $0.wholeMatch(of: drawing) == nil } == [])
        let hidden = String(decoding: output, as: UTF8.self).unicodeScalars.filter {
            $0.properties.generalCategory == .format || (0x80..<0xA0).contains($0.value)
        }
        #expect(hidden.isEmpty)
    }
}
