@testable import TerminalNCurses

extension FuzzTarget {
    /// Input from a terminal.
    static let terminal: [FuzzTarget] = [
        FuzzTarget(
            "terminal input",
            seeds: [
                "\u{1B}[1;5A\u{1B}OP\u{1B}[<0;10;20M\u{1B}[200~pasted\u{1B}[201~\u{1B}]11;rgb:ffff/0000/ffff\u{1B}\\",
                "\u{1B}[57399;2:3u\u{1B}\u{1B}[Aé日😀",
            ],
            tokens: [
                "\u{1B}", "\u{1B}[", "\u{1B}[<", ";", ":", "M", "u", "~", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}\\", "\u{7}",
            ]
        ) { bytes in
            var decoder = InputDecoder(pasteLimit: 256)
            for chunk in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] { _ = decoder.feed(chunk, at: .zero) }
            _ = decoder.flush()
        }
    ]
}
