import Foundation
import Screen
import ScreenTesting
import Testing

/// The bytes of pictures in a terminal that reports its capabilities.
@Suite struct PictureTests {
    /// The probe's picture: a red pixel over a blue one, two columns wide.
    private static let transmission = "\u{1B}_Ga=t,t=d,f=24,s=1,v=2,i=16720,q=2,m=0;/wAAAAD/\u{1B}\\"
    private static let placement = "\u{1B}7\u{1B}[6;5H\u{1B}_Ga=p,i=16720,p=1,c=2,r=1,C=1,q=2\u{1B}\\\u{1B}8"
    private static let removal = "\u{1B}_Ga=d,d=i,i=16720,q=2\u{1B}\\"
    private static let deletion = "\u{1B}_Ga=d,d=I,i=16720,q=2\u{1B}\\"

    private func output(of robot: PtyRobot) -> String { String(decoding: robot.output, as: UTF8.self) }

    private func wait(for bytes: String, times: Int = 1, of robot: PtyRobot) async throws {
        try await robot.wait(until: bytes.debugDescription) { [robot] _ in
            String(decoding: robot.output, as: UTF8.self).split(separator: bytes, omittingEmptySubsequences: false).count > times
        }
    }

    @Test func `kitty gets the pixels once, and removes the picture while it is covered`() async throws {
        let robot = try await Probe.start("act", environment: ["TERM": "xterm-kitty"])
        robot.send("p")
        try await wait(for: Self.transmission, of: robot)
        try await wait(for: Self.placement, of: robot)
        robot.send("m")
        try await wait(for: Self.removal, of: robot)
        robot.send("m")
        try await wait(for: Self.placement, times: 2, of: robot)
        #expect(output(of: robot).split(separator: Self.transmission, omittingEmptySubsequences: false).count == 2)
        robot.send("q")
        _ = try await robot.waitForEnd()
        let rest = try #require(output(of: robot).range(of: Self.placement, options: .backwards)?.upperBound)
        #expect(output(of: robot)[rest...].contains(Self.deletion))
        #expect(robot.leftovers == [])
    }

    @Test func `a signal leaves no picture`() async throws {
        let robot = try await Probe.start("act", environment: ["TERM": "xterm-kitty"])
        robot.send("p")
        try await wait(for: Self.placement, of: robot)
        robot.signal(15)
        _ = try await robot.waitForEnd()
        #expect(output(of: robot).contains(Self.deletion))
    }

    @Test func `a terminal with sixel support gets sixels`() async throws {
        let robot = try await Probe.start("act")
        #expect(!output(of: robot).contains("\u{1B}[c"))
        robot.send("p")
        try await wait(for: "\u{1B}[16t\u{1B}[c", of: robot)
        robot.send("\u{1B}[6;20;10t\u{1B}[?62;4c")
        try await wait(for: "\u{1B}7\u{1B}[6;5H\u{1B}P0;1q\"1;1;20;20", of: robot)
        try await wait(for: "\u{1B}\\\u{1B}8", of: robot)
        robot.send("q")
        _ = try await robot.waitForEnd()
        #expect(!output(of: robot).contains("\u{1B}_G"))
    }

    /// A terminal with eight colours has 64 pairs of them, of which pictures use half: the fifth picture begins again.
    @Test func `pictures keep their colours after more pairs than there are`() async throws {
        let robot = try await Probe.start("act", environment: ["TERM": "linux"])
        for index in 0..<8 {
            robot.send("g")
            try await robot.wait(until: "picture \(index)") { moment in
                [(top: 0, row: 7), (top: index, row: 8)].allSatisfy { top, row in
                    let cells = (4..<12).map { moment.screen.cell(x: $0, y: row) }
                    return cells.map(\.foreground) == cells.map { _ in .indexed(top) }
                        && cells.map(\.background) == (0..<8).map { .indexed($0) }
                }
            }
        }
        robot.send("q")
        _ = try await robot.waitForEnd()
    }

    @Test func `inside tmux pictures are blocks`() async throws {
        let robot = try await Probe.start("act", environment: ["TERM": "xterm-kitty", "TMUX": "/tmp/none,1,0"])
        robot.send("p")
        try await robot.wait(for: "▀▀")
        robot.send("q")
        _ = try await robot.waitForEnd()
        #expect(!output(of: robot).contains("\u{1B}_G") && !output(of: robot).contains("\u{1B}[16t"))
    }
}
