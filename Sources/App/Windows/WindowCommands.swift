import Screen

/// The state that commands of windows check.
struct WindowCommandState: Sendable {
    /// The content of the window on top; nil without one.
    let content: (any WindowContent)?
}

/// The keys of windows.
///
/// The message of a command is the key that the window itself uses, so that the keymap can assign another one.
enum WindowCommands {
    static let all: [Command<WindowCommandState, Key>] = everywhere + tables + texts + comparison + run + others

    private static let everywhere = [
        command(
            "window.accept", "Choose or submit", label: "choose", ["enter"], .window, Key(.enter), footer: 100,
            disabled: { $0.content?.acceptLabel == nil ? "there is nothing to choose" : nil }),
        command("window.close", "Close window", label: "close", ["esc"], .window, Key(.escape), footer: 90),
        command("window.keys", "Show keys of this window", label: "keys", ["f1"], .window, .function(1), footer: 5),
    ]

    private static let tables = [
        command("table.edit", "Edit", label: "edit", ["e"], .tableWindow, .character("e"), footer: 80),
        command("table.save", "Save", label: "save", ["ctrl+s"], .tableWindow, .control("s"), footer: 95),
        command("table.add", "Add row", label: "add", ["a"], .tableWindow, .character("a"), footer: 78),
        command("table.delete", "Delete row", label: "delete", ["d"], .tableWindow, .character("d"), footer: 76),
        command("table.toggle", "Toggle row", label: "on/off", ["space"], .tableWindow, .character(" ")),
        command("table.duplicate", "Duplicate row", ["D"], .tableWindow, .character("D")),
        command("table.moveUp", "Move row up", ["K"], .tableWindow, .character("K")),
        command("table.moveDown", "Move row down", ["J"], .tableWindow, .character("J")),
        command("table.filter", "Filter rows", label: "filter", ["/", "ctrl+f"], .tableWindow, .character("/"), footer: 60),
        command("table.undo", "Undo", label: "undo", ["u"], .tableWindow, .character("u"), footer: 58),
        command("table.redo", "Redo", ["U"], .tableWindow, .character("U")),
        command("table.nextTab", "Go to the window's next tab", ["]", "tab"], .tableWindow, .character("]")),
        command(
            "table.previousTab", "Go to the window's previous tab", label: "tabs", ["[", "shift+tab"], .tableWindow, .character("["),
            footer: 70),
        command("table.keepSecret", "Keep value as secret", label: "secret", ["s"], .tableWindow, .character("s"), footer: 72),
        command("table.secretValue", "Set value of secret", label: "value", ["v"], .tableWindow, .character("v"), footer: 74),
        command("table.deleteDomain", "Delete cookies of domain", label: "delete domain", ["x"], .tableWindow, .character("x"), footer: 74),
        command("table.deleteAll", "Delete all cookies", label: "delete all", ["X"], .tableWindow, .character("X"), footer: 73),
        command("table.menu", "Show actions of this window", label: "actions", ["?"], .tableWindow, .character("?"), footer: 10),
        command("table.close", "Close window", ["q"], .tableWindow, Key(.escape), alias: "window.close"),
    ]

    private static let texts = [
        command(
            "text.copy", "Copy text of window", label: "copy", ["y"], .textWindow, .character("y"), footer: 80,
            disabled: { $0.content?.copies == nil ? "there is nothing to copy" : nil }),
        command(
            "text.copyMasked", "Copy text, secrets masked", label: "masked", ["Y"], .textWindow, .character("Y"), footer: 78,
            disabled: { $0.content?.purposeWithSecrets == nil ? "there is nothing to copy" : nil }),
        command("text.close", "Close window", ["q"], .textWindow, Key(.escape), alias: "window.close"),
        command("report.copy", "Copy as curl", label: "copy as curl", ["y"], .reportWindow, .character("y"), footer: 80),
        command(
            "report.copyMasked", "Copy as curl, secrets masked", label: "masked", ["Y"], .reportWindow, .character("Y"), footer: 78),
        command("report.send", "Send previewed request", label: "send", ["f5"], .reportWindow, .function(5), footer: 85),
        command("report.close", "Close window", ["q", "f7"], .reportWindow, Key(.escape), alias: "window.close"),
        command("help.filter", "Filter keys", label: "filter", ["/", "ctrl+f"], .helpWindow, .character("/"), footer: 95),
    ]

    private static let comparison = [
        command(
            "comparison.next", "Go to the next difference", label: "differences", ["n", "]"], .comparisonWindow, .character("n"), footer: 89
        ),
        command("comparison.previous", "Go to the previous difference", ["N", "["], .comparisonWindow, .character("N")),
        command(
            "comparison.unfold", "Unfold equal rows", label: "unfold", ["enter", "space"], .comparisonWindow, Key(.enter), footer: 88),
        command("comparison.sides", "Toggle side by side", label: "columns", ["t"], .comparisonWindow, .character("t"), footer: 86),
        command("comparison.left", "Scroll texts to the left", ["left", "h"], .comparisonWindow, Key(.left)),
        command(
            "comparison.right", "Scroll texts to the right", label: "scroll", ["right", "l"], .comparisonWindow, Key(.right), footer: 79),
        command("comparison.replay", "Replay newer entry", label: "replay", ["R"], .comparisonWindow, .character("R"), footer: 85),
        command("comparison.ignore", "Ignore path of value", label: "ignore", ["i"], .comparisonWindow, .character("i"), footer: 84),
        command("comparison.ignoreMore", "Ignore times, ids and order", ["I"], .comparisonWindow, .character("I")),
        command("comparison.ignoreNothing", "Remove ignore rules", ["x"], .comparisonWindow, .character("x")),
        command("comparison.saveRules", "Save ignore rules with request", label: "save rules", ["s"], .comparisonWindow, .character("s")),
        command("comparison.copyPatch", "Copy as JSON Patch", label: "copy patch", ["y"], .comparisonWindow, .character("y"), footer: 82),
        command("comparison.copyDiff", "Copy as unified diff", label: "copy diff", ["Y"], .comparisonWindow, .character("Y"), footer: 80),
    ]

    private static let run = [
        command("run.open", "Open response of result", ["enter"], .runWindow, Key(.enter), alias: "window.accept"),
        command("run.stop", "Stop run", label: "stop", ["x"], .runWindow, .character("x"), footer: 95),
        command("run.failures", "Show failures only", label: "failures", ["f"], .runWindow, .character("f"), footer: 86),
        command("run.again", "Run again", label: "run again", ["r"], .runWindow, .character("r"), footer: 84),
    ]

    private static let others = [
        command("prompt.folder", "Choose another folder", label: "folder", ["tab"], .promptWindow, Key(.tab), footer: 80),
        command("path.complete", "Complete path", label: "complete", ["tab"], .pathWindow, Key(.tab), footer: 80),
        command("login.copyCode", "Copy login code", label: "copy code", ["c"], .loginWindow, .character("c"), footer: 80),
        command("login.copyURL", "Copy login URL", label: "copy URL", ["f3"], .loginWindow, .function(3), footer: 78),
        command("login.cancel", "Cancel login", label: "cancel login", ["ctrl+c"], .loginWindow, .control("c"), footer: 95),
    ]

    private static func command(
        _ id: String, _ title: String, label: String? = nil, _ keys: [String], _ scope: CommandScope, _ key: Key, footer: Int? = nil,
        disabled: (@Sendable (WindowCommandState) -> String?)? = nil, alias: String? = nil
    ) -> Command<WindowCommandState, Key> {
        Command(
            id, title, label: label, keys, scope, .window, footer: footer, disabled: disabled ?? { $0.content?.disabledReason(of: key) },
            alias: alias, sends: key)
    }
}
