public import Screen
import JSON

/// A theme read from JSON: a palette of named colours, and a style for each role.
///
/// What the file gets wrong is left out and named in ``problems``; the rest holds. A role that is missing looks as in the
/// shipped theme `dark` or `light`, with the colours of `text` where that has those of its own text; what a style does not say looks like `text`.
public struct ThemeFile: Sendable {
    /// The theme.
    public let theme: Theme
    /// What was left out, in the order of the file.
    public let problems: [ThemeProblem]

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - bytes: the text, at most 1 MiB.
    ///   - file: names the file in problems; a theme without a name is named after it.
    /// - Throws: the problem, when the text is not a JSON object.
    public init(parsing bytes: [UInt8], file: String) throws(ThemeProblem) {
        let source: JSONSource
        do {
            source = try JSONSource(parsing: bytes, limits: JSONLimits(depth: 8, byteCount: 1 << 20))
        } catch {
            throw ThemeProblem(
                file: file, line: error.position.line, column: error.position.column, "Expected \(error.expected), found \(error.found).")
        }
        guard source.value.object != nil else {
            throw ThemeProblem(file: file, line: 1, column: 1, "Expected an object, found \(source.value.kindDescription).")
        }
        var reader = ThemeReader(source: source, file: file)
        theme = reader.theme()
        problems = reader.problems
    }
}
