import JSON

/// Takes values out of a configuration file, and gathers what is wrong with their places.
struct SettingsReader {
    let file: String
    private(set) var warnings: [String] = []
    private var source: JSONSource?

    init(file: String) { self.file = file }

    /// Reads the whole text; nil, with a warning, when it is no JSON object.
    mutating func parse(_ bytes: [UInt8]) -> JSONSource? {
        do throws(JSONError) {
            let source = try JSONSource(parsing: bytes)
            guard source.value.object != nil else {
                warn(at: [], "expected an object", in: source)
                return nil
            }
            self.source = source
            return source
        } catch {
            warnings.append("\(file):\(error.position.line):\(error.position.column): expected \(error.expected), found \(error.found)")
            return nil
        }
    }

    /// Warns of members that mean nothing, with the nearest that does.
    mutating func checkNames(of value: JSONValue?, known: [String], at path: [String]) {
        for member in value?.object?.members ?? [] where !known.contains(member.name) && !member.name.hasPrefix("x-") {
            let hint = NearestName.of(member.name, among: known).map { "; did you mean “\($0)”?" } ?? ""
            warn(at: path + [member.name], "“\(member.name)” is not known\(hint)")
        }
    }

    mutating func string(_ path: [String]) -> String? {
        guard let value = value(path) else { return nil }
        if value.string == nil { warn(at: path, "expected a string") }
        return value.string
    }

    /// A program with its arguments: one string, or an array of words.
    mutating func command(_ path: [String]) -> String? {
        guard let value = value(path) else { return nil }
        if let words = value.array?.map(\.string), !words.isEmpty, !words.contains(nil) {
            return words.compactMap { $0 }.joined(separator: " ")
        }
        if value.string == nil { warn(at: path, "expected a string, or an array of strings") }
        return value.string
    }

    mutating func number(_ path: [String], least: Double = 0, most: Double = .greatestFiniteMagnitude) -> Double? {
        guard let value = value(path), value != .null else { return nil }
        guard let number = value.double, number >= least, number <= most else {
            let bound = most < .greatestFiniteMagnitude ? "from \(Int(least)) to \(Int(most))" : "that is not negative"
            warn(at: path, "expected a number \(bound)")
            return nil
        }
        return number
    }

    mutating func choice<Value>(_ path: [String], of choices: [String: Value]) -> Value? {
        guard let name = string(path) else { return nil }
        if choices[name] == nil { warn(at: path, "expected \(choices.keys.sorted().joined(separator: ", ")), found “\(name)”") }
        return choices[name]
    }

    /// Notes that something at a place is wrong.
    mutating func warn(at path: [String], _ message: String) {
        guard let source else { return }
        warn(at: path, message, in: source)
    }

    private mutating func warn(at path: [String], _ message: String, in source: JSONSource) {
        let position = source.position(of: JSONPointer(path.map { .member($0) }))
        warnings.append("\(file):\(position.line):\(position.column): \(message)")
    }

    private func value(_ path: [String]) -> JSONValue? {
        path.reduce(source?.value) { value, name in value?[name] }
    }
}
