import Foundation
import Testing

/// The tables of `docs/loaders.md` name every option and every metric, with the type and the default that the sources say.
@Suite struct LoaderReferenceTests {
    private static let root = URL(fileURLWithPath: #filePath + "/../../../..").standardized

    /// The cells of the page's tables, by the first.
    private static let rows: [String: [String]] = {
        let text = (try? String(contentsOf: root.appending(path: "docs/loaders.md"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let cells = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        return Dictionary(cells.map { ($0[0], $0) }) { first, _ in first }
    }()

    private static func sources(below folder: String) throws -> [(path: String, text: String)] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Sources/HTTP/\(folder)").path)
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            (name, try String(contentsOf: root.appending(path: "Sources/HTTP/\(folder)/\(name)"), encoding: .utf8))
        }
    }

    /// Every option of a request, the transport's and the links', with the default of its key.
    @Test func everyOptionHasItsRow() throws {
        var count = 0
        for (path, text) in try Self.sources(below: "") where path != "Options/HTTPRequestOption.swift" {
            let defaults = Dictionary(
                uniqueKeysWithValues: text.matches(
                    of:
                        /(?:enum|extension) (\w+): HTTPRequestOption \{\s+(?:\/\/\/[^\n]+\s+public )?static let defaultOptionValue(?:: [^=\n]+)? = ([^\n]+?)(?: \})?\n/
                ).map { (String($0.1), String($0.2)) })
            let properties = text.matches(of: /public (?:internal\(set\) )?var (\w+): ([^{\n]+) \{\s+get \{ self\[option: (\w+)\.self\]/)
            #expect(properties.count == defaults.count, "\(path) has an option without a property")
            for property in properties {
                count += 1
                try check("`\(property.1)`", String(property.2), defaults[String(property.3)])
            }
        }
        #expect(count >= 28)
    }

    /// The page lists the members of every option type, with the defaults of the initializer, and its cases.
    @Test func everyPartOfAnOptionIsNamed() throws {
        for (_, text) in try Self.sources(below: "Options") {
            for type in Self.types(in: text) {
                for member in type.members { try check("`\(type.name).\(member.name)`", member.type, member.initial) }
                let page = Self.rows.values.joined().joined(separator: "\n")
                for name in type.cases { #expect(page.contains("`.\(name)`"), "\(type.name).\(name)") }
            }
        }
    }

    @Test func everyMetricHasItsRow() throws {
        let files: Set = ["HTTPMetrics.swift", "HTTPCertificate.swift"]
        let texts = try Self.sources(below: "").filter { files.contains($0.path.split(separator: "/").last.map(String.init) ?? "") }
        #expect(texts.count == files.count)
        for (_, text) in texts {
            for type in Self.types(in: text) {
                for member in type.members { try check("`\(type.name).\(member.name)`", member.type, nil) }
            }
        }
    }

    private func check(_ name: String, _ type: String, _ initial: String?) throws {
        let row = try #require(Self.rows[name], "docs/loaders.md has no row for \(name)")
        #expect(row[1] == "`\(type)`", "the type of \(name)")
        if let initial { #expect(row[2] == "`\(initial)`", "the default of \(name)") }
        #expect(row.allSatisfy { !$0.isEmpty }, "a cell of \(name) is empty")
    }

    private struct Declaration {
        let name: String
        var members: [(name: String, type: String, initial: String?)] = []
        var cases: [String] = []
    }

    /// The public structs and enumerations of a file; a nested type is listed separately.
    private static func types(in text: String) -> [Declaration] {
        var types: [Declaration] = []
        var outer = 0
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: /^( *)public (?:struct|enum) (\w+)/) {
                if match.1.isEmpty { outer = types.count }
                types.append(Declaration(name: String(match.2)))
            } else if !types.isEmpty, let match = line.firstMatch(of: /^    public (?:var|let) (\w+)(?:: ([^={]+[^={ ]))?(?: = (.+))?$/) {
                let (name, value) = (String(match.1), String(match.3 ?? ""))
                let type = match.2.map(String.init) ?? (value == "false" ? "Bool" : value.replacing("()", with: ""))
                types[outer].members.append((name, type, initial(of: "\(name): \(type) = ", in: text)))
            } else if !types.isEmpty, let match = line.firstMatch(of: /^ +case (\w+)/) {
                types[types.count - 1].cases.append(String(match.1))
            }
        }
        return types
    }

    /// The default value of a parameter: the text after its equals sign, up to the comma or parenthesis that ends it; nil if there is none.
    private static func initial(of parameter: String, in text: String) -> String? {
        guard let start = text.range(of: parameter)?.upperBound else { return nil }
        var depth = 0
        let value = text[start...].prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth >= 0 && !(depth == 0 && character == ",")
        }
        return value.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
