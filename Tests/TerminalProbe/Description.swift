import Screen

/// Words for events, which the tests look for on the screen.
enum Description {
    static func of(_ event: InputEvent) -> String {
        switch event {
        case .key(let key): "key " + name(of: key)
        case .mouse(let mouse): "mouse \(name(of: mouse.action)) \(mouse.position.x),\(mouse.position.y)\(suffix(mouse.modifiers))"
        case .paste(let text): "paste \(text.utf8.count) '\(text)'"
        case .resized(let size): "resized \(size.width)x\(size.height)"
        case .appearance(let appearance): "appearance \(appearance)"
        case .focused(let isFocused): "focused \(isFocused)"
        }
    }

    private static func name(of key: Key) -> String {
        let code =
            switch key.code {
            case .character(let character): "'\(character)'"
            case .function(let number): "F\(number)"
            default: "\(key.code)"
            }
        return code + suffix(key.modifiers)
    }

    private static func suffix(_ modifiers: Key.Modifiers) -> String {
        (modifiers.contains(.shift) ? " shift" : "") + (modifiers.contains(.alt) ? " alt" : "")
            + (modifiers.contains(.control) ? " control" : "")
    }

    private static func name(of action: MouseEvent.Action) -> String {
        switch action {
        case .press(let button, let count): "press \(button) \(count)"
        case .drag(let button): "drag \(button)"
        case .release(let button): "release \(button)"
        case .wheelUp: "wheel up"
        case .wheelDown: "wheel down"
        }
    }
}
