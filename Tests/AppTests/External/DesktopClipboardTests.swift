import Foundation
import Platform
import TestFixtures
import Testing

@testable import App

/// The tools are scripts that write their input to a file in their folder.
@Suite(.timeLimit(.minutes(5))) struct DesktopClipboardTests {
    private let temporary = TemporaryFolder()

    /// Writes the tools, and returns the path of their folder.
    private func folder(_ tools: [String: String]) async throws -> String {
        for (name, script) in tools {
            // Written by another program: where this one had it open, a child that was started meanwhile would keep it from being run.
            let write = "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod 755 \"$1\""
            let child = try ChildProcess(ChildProcess.Command(["/bin/sh", "-c", write, "sh", temporary.path(name), script]))
            #expect(await child.end() == 0)
        }
        return temporary.path
    }

    private static let tmux = #"case "$1" in save-buffer) printf 'newest of tmux';; *) exit 1;; esac"#

    @Test func `pasting in tmux without a desktop inserts the newest buffer`() async throws {
        let folder = try await folder(["tmux": Self.tmux, "xclip": "printf desktop"])
        #expect(await DesktopClipboard(environment: ["PATH": folder, "TMUX": "/tmp/tmux,1,0"]).paste() == "newest of tmux")
        #expect(await DesktopClipboard(environment: ["PATH": folder, "TMUX": "1", "DISPLAY": ":0"]).paste() == "desktop")
        #expect(await DesktopClipboard(environment: ["PATH": folder]).paste() == nil)
    }

    @Test func `a failing tool returns nothing`() async throws {
        let folder = try await folder(["tmux": "exit 1"])
        #expect(await DesktopClipboard(environment: ["PATH": folder, "TMUX": "1"]).paste() == nil)
    }

    /// Before 3.2 tmux had no `-w`.
    @Test(arguments: [#"test "$1 $2" = "load-buffer -w" -o "$2" = -"#, #"test "$1 $2" = "load-buffer -""#])
    func `copied text also goes to tmux, which is not a desktop`(knows: String) async throws {
        let folder = try await folder(["tmux": knows + #" && cat > "$0.text" && echo >> "$0.done""#])
        #expect(mkfifo(folder + "/tmux.done", 0o600) == 0)
        let done = try Descriptor(opening: folder + "/tmux.done", O_RDONLY | O_NONBLOCK)
        let clipboard = DesktopClipboard(environment: ["PATH": folder + ":/usr/bin:/bin", "TMUX": "1"])
        #expect(clipboard.copy("mine") == .multiplexer)
        // It can be read once the script has everything.
        let number = done.number
        let isDone = await onOwnThread {
            var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            return poll(&wait, 1, 60_000) == 1
        }
        #expect(isDone)
        #expect(try String(contentsOfFile: folder + "/tmux.text", encoding: .utf8) == "mine")
    }
}
