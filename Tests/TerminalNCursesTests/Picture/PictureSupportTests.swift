import Screen
import Testing

@testable import TerminalNCurses

@Suite struct PictureSupportTests {
    private static let plain = "\u{1B}[16t\u{1B}[c"
    private static let kitty = "\u{1B}_Gi=4101,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + plain

    @Test(arguments: [
        (PictureMode.auto, ["TERM": "xterm-256color"], nil, plain), (.auto, ["TERM": "xterm-kitty"], PictureFormat.kitty, nil),
        (.auto, ["TERM": "xterm-ghostty"], .kitty, nil), (.auto, ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], nil, kitty),
        (.auto, ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], nil, kitty),
        (.auto, ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], nil, plain),
        (.auto, ["TERM": "tmux-256color", "TMUX": "x", "KITTY_WINDOW_ID": "1"], nil, nil),
        (.auto, ["TERM": "xterm-256color", "NVIM": "x", "KITTY_WINDOW_ID": "1"], nil, nil),
        (.auto, ["TERM": "screen-256color"], nil, nil), (.auto, ["TERM": "xterm-kitty", "TMUX": "x"], nil, nil),
        (.auto, ["TERM": "xterm-kitty", "NO_COLOR": "1"], nil, nil), (.blocks, ["TERM": "xterm-kitty"], nil, nil),
        (PictureMode.none, ["TERM": "xterm-kitty"], nil, nil), (.kitty, ["TERM": "xterm"], .kitty, nil),
        (.sixel, ["TERM": "xterm-kitty"], nil, plain),
    ])
    func choosesTheQueryByTheEnvironment(mode: PictureMode, environment: [String: String], format: PictureFormat?, question: String?) {
        var support = PictureSupport(mode, environment: environment)
        let questions = [support.ask(), support.ask()]
        #expect(support.format == format)
        #expect(questions == [question, nil])
    }

    private static let cell = Size(width: 10, height: 20)

    @Test(arguments: [
        ([PictureReply.kitty(isUsable: true), .attributes([62])], nil, PictureFormat.kitty),
        ([.kitty(isUsable: false), .cell(cell), .attributes([62, 4])], nil, .sixel(cell: cell)),
        ([.cell(cell), .attributes([1, 2])], nil, nil), ([.attributes([62, 4])], nil, nil),
        ([.attributes([62, 4])], cell, .sixel(cell: cell)), ([.cell(Size(width: 0, height: 0)), .attributes([4])], nil, nil),
        ([.cell(Size(width: 1, height: 1)), .attributes([62, 4])], cell, .sixel(cell: cell)),
    ])
    func repliesDetermineTheFormat(replies: [PictureReply], windowCell: Size?, format: PictureFormat?) {
        var support = PictureSupport(.auto, environment: ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"])
        _ = support.ask()
        for reply in replies { _ = support.handle(reply, windowCell: windowCell) }
        #expect(support.format == format)
    }

    @Test func ignoresUnrequestedReplies() {
        var support = PictureSupport(.auto, environment: ["TERM": "xterm-256color"])
        let isHeard = support.handle(.kitty(isUsable: true), windowCell: nil)
        var blocks = PictureSupport(.blocks, environment: [:])
        let isHeardByBlocks = blocks.handle(.attributes([4]), windowCell: Self.cell)
        #expect(!isHeard && !isHeardByBlocks)
    }

    @Test func forcedSixelNeedsNoConfirmation() {
        var support = PictureSupport(.sixel, environment: ["TERM": "xterm"])
        _ = support.ask()
        let isHeard = support.handle(.attributes([1]), windowCell: Self.cell)
        #expect(isHeard && support.format == .sixel(cell: Self.cell))
        support.use(windowCell: Size(width: 5, height: 10))
        #expect(support.format == .sixel(cell: Size(width: 5, height: 10)))
    }
}
