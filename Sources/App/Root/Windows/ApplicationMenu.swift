import Screen

/// The menu behind the program's name: what belongs to no pane, for the mouse alone.
enum ApplicationMenu {
    private static let ids = [
        "application.palette", "application.help", "application.jump", "request.new", "request.save", "request.preview",
        "response.showChain", "tab.close", "tab.reopen",
        "environment.pick", "environment.edit", "environment.new", "cookies.show", "theme.pick", "settings.edit", "keymap.edit",
        "layout.toggle", "pane.zoom",
        "application.close",
        "application.cancel", "application.quit",
    ]

    static func show(_ state: inout AppState) {
        let title = state.screenLayout.titleBar
        state.windows.append(.menu(Menu(ids, state, at: Point(x: title.minX, y: title.minY))))
    }
}
