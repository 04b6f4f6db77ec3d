import JSON
import Screen

/// Reads the parts of a theme file and collects its problems.
struct ThemeReader {
    private let source: JSONSource
    private let file: String
    private(set) var problems: [ThemeError] = []
    private var palette: [String: Color] = [:]

    private static let members = ["$schema", "name", "appearance", "palette", "styles"]
    private static let attributes: [(name: String, attribute: Style.Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ]
    private static let styleMembers = ["foreground", "background"] + attributes.map(\.name)
    private static let roles = Dictionary(uniqueKeysWithValues: StyleRole.allCases.map { ($0.name, $0) })

    /// Creates a reader of a text whose value is an object.
    init(source: JSONSource, file: String) {
        self.source = source
        self.file = file
    }

    /// The theme from the valid parts of the file.
    mutating func theme() -> Theme {
        check(names: source.value.memberNames, known: Self.members, at: JSONPointer(), what: "member")
        let name = text("name") ?? String(file.split(separator: "/").last?.split(separator: ".").first ?? "unnamed")
        let appearance = appearance()
        palette = readPalette()
        return Theme(name: name, appearance: appearance, styles: styles(over: ShippedThemes.plain(appearance)))
    }

    private mutating func text(_ name: String) -> String? {
        let value = source.value[name]
        if value?.string == nil {
            report(JSONPointer([.member(name)]), "Expected a string for “\(name)”, found \(value?.kindDescription ?? "nothing").")
        }
        return value?.string
    }

    private mutating func appearance() -> Theme.Appearance {
        guard let name = text("appearance") else { return .dark }
        guard let appearance = Theme.Appearance(rawValue: name) else {
            report(JSONPointer([.member("appearance")]), "Expected “dark” or “light”, found “\(name)”.")
            return .dark
        }
        return appearance
    }

    private mutating func object(_ pointer: JSONPointer, _ value: JSONValue?) -> JSONObject {
        guard let value else { return JSONObject() }
        guard let object = value.object else {
            report(pointer, "Expected an object, found \(value.kindDescription).")
            return JSONObject()
        }
        return object
    }

    private mutating func readPalette() -> [String: Color] {
        let pointer = JSONPointer([.member("palette")])
        var palette: [String: Color] = [:]
        for member in object(pointer, source.value["palette"]) {
            palette[member.name] = color(member.value, at: pointer.appending(.member(member.name)))
        }
        return palette
    }

    private mutating func styles(over shipped: Theme) -> [StyleRole: Style] {
        let pointer = JSONPointer([.member("styles")])
        let object = object(pointer, source.value["styles"])
        check(names: object.map(\.name), known: Array(Self.roles.keys), at: pointer, what: "role")
        let text = style(object[StyleRole.text.name], at: pointer.appending(.member(StyleRole.text.name)), else: shipped[.text])
        var styles = Dictionary(uniqueKeysWithValues: StyleRole.allCases.map { ($0, shipped[$0].replacing(shipped[.text], by: text)) })
        styles[.text] = text
        for member in object {
            guard let role = Self.roles[member.name], role != .text else { continue }
            styles[role] = style(member.value, at: pointer.appending(.member(member.name)), else: Style(like: text))
        }
        return styles
    }

    private mutating func style(_ value: JSONValue?, at pointer: JSONPointer, else base: Style) -> Style {
        let object = object(pointer, value)
        check(names: object.map(\.name), known: Self.styleMembers, at: pointer, what: "member")
        var style = base
        if let value = object["foreground"], let color = color(value, at: pointer.appending(.member("foreground"))) {
            style.foreground = color
        }
        if let value = object["background"], let color = color(value, at: pointer.appending(.member("background"))) {
            style.background = color
        }
        for (name, attribute) in Self.attributes {
            guard let value = object[name] else { continue }
            if value.bool == nil {
                report(pointer.appending(.member(name)), "Expected true or false for “\(name)”, found \(value.kindDescription).")
            }
            if value.bool == true { style.attributes.insert(attribute) }
        }
        return style
    }

    private mutating func color(_ value: JSONValue, at pointer: JSONPointer) -> Color? {
        guard let name = value.string else {
            report(pointer, "Expected a colour as a string, found \(value.kindDescription).")
            return nil
        }
        if let color = palette[name] ?? ColorName.color(name) { return color }
        let known = Array(palette.keys) + ColorName.all
        report(pointer, "Expected a colour (“default”, “#rrggbb” or a name), found “\(name)”\(hint(name, known)).")
        return nil
    }

    // MARK: - Problems

    private mutating func check(names: [String], known: [String], at pointer: JSONPointer, what: String) {
        for name in names where !known.contains(name) && !name.hasPrefix("x-") {
            report(pointer.appending(.member(name)), "Unknown \(what) “\(name)”\(hint(name, known)).")
        }
    }

    private func hint(_ name: String, _ known: [String]) -> String {
        NearestName.of(name, among: known).map { ": did you mean “\($0)”?" } ?? ""
    }

    private mutating func report(_ pointer: JSONPointer, _ message: String) {
        let position = source.position(of: pointer)
        let message = message.hasSuffix("?.") ? String(message.dropLast()) : message
        problems.append(ThemeError(file: file, line: position.line, column: position.column, message))
    }
}

extension Style {
    /// The colours of `text`, without its attributes.
    fileprivate init(like text: Style) { self.init(foreground: text.foreground, background: text.background) }

    /// The style with its colours of `old` replaced by those of `text`.
    fileprivate func replacing(_ old: Style, by text: Style) -> Style {
        var style = self
        if foreground == old.foreground { style.foreground = text.foreground }
        if background == old.background { style.background = text.background }
        return style
    }
}

/// The colour names that theme files can use without a palette.
enum ColorName {
    /// The terminal's own colours by name, in the order of their numbers (ECMA-48 8.3.117, and the bright ones of aixterm).
    private static let sixteen =
        ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        + ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { "bright \($0)" }

    /// Every name, for hints.
    static var all: [String] { ["default"] + sixteen }

    /// The colour of a name or of `#rrggbb`; nil for anything else.
    static func color(_ name: String) -> Color? {
        if name == "default" { return .terminal }
        if let index = sixteen.firstIndex(of: name) { return .ansi(UInt8(index)) }
        let digits = name.dropFirst()
        guard name.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
}
