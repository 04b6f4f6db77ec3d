import Screen

/// Notation of keys in tests: letters are literal, and `<...>` names others, such as `<left>`, `<c-w>`, `<a-b>`, `<s-left>`, `<cr>`.
func keys(_ text: String) -> [Key] {
    var keys: [Key] = []
    var rest = Substring(text)
    while let first = rest.first {
        if first == "<", let end = rest.firstIndex(of: ">"), let key = named(rest[rest.index(after: rest.startIndex)..<end]) {
            keys.append(key)
            rest = rest[rest.index(after: end)...]
        } else {
            keys.append(.character(rest.removeFirst()))
        }
    }
    return keys
}

private func named(_ name: Substring) -> Key? {
    var held: Key.Modifiers = []
    var rest = name
    while rest.count > 2, rest.dropFirst().first == "-", let modifier = modifiers[rest.prefix(1).lowercased()] {
        held.insert(modifier)
        rest = rest.dropFirst(2)
    }
    if let code = codes[String(rest)] { return Key(code, held) }
    if rest.first == "f", let number = Int(rest.dropFirst()) { return Key(.function(number), held) }
    return rest.count == 1 && !held.isEmpty ? rest.first.map { Key(.character($0), held) } : nil
}

private let modifiers: [String: Key.Modifiers] = ["c": .control, "a": .alt, "s": .shift]

private let codes: [String: Key.Code] = [
    "cr": .enter, "tab": .tab, "esc": .escape, "bs": .backspace, "del": .delete, "ins": .insert, "up": .up, "down": .down,
    "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp, "pgdn": .pageDown, "space": .character(" "),
    "lt": .character("<"), "gt": .character(">"),
]
