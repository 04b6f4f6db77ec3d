extension AppState {
    /// Asks for permissions, once however often the key was pressed.
    mutating func ask(_ question: PermissionQuestion, allow: (_ isForGood: Bool) -> Message) {
        let window = Window<Message>.confirm(question.question(allow))
        if windows.last != window { windows.append(window) }
    }
}
