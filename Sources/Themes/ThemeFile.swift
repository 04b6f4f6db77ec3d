import JSON
import Platform
public import Screen

/// A theme read from JSON: a palette of named colours, and a style for each role.
///
/// Invalid parts are ignored and listed in ``problems``. A missing role looks as in the shipped theme `dark` or `light`, where its colours
/// of `text` are replaced by those of this file. Members missing from a style are those of `text`.
public struct ThemeFile: Sendable {
    /// The theme.
    public let theme: Theme
    /// The parts that were ignored, in the order of the file.
    public let problems: [ThemeError]

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - bytes: the text, at most 1 MiB.
    ///   - file: the name of the file in problems, and of a theme without a name.
    /// - Throws: the problem, if the text is not a JSON object.
    public init(parsing bytes: [UInt8], file: String) throws(ThemeError) {
        let source: JSONSource
        do {
            source = try JSONSource(parsing: bytes, limits: JSONLimits(depth: 8, byteCount: 1 << 20))
        } catch {
            throw ThemeError(
                file: file, line: error.position.line, column: error.position.column, "Expected \(error.expected), found \(error.found).")
        }
        guard source.value.object != nil else {
            throw ThemeError(file: file, line: 1, column: 1, "Expected an object, found \(source.value.kindDescription).")
        }
        var reader = ThemeReader(source: source, file: file)
        theme = reader.theme()
        problems = reader.problems
    }
}

/// A problem in a theme file; the part that it concerns is ignored.
public struct ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    public let file: String
    /// The line, from 1; nil for a problem of the whole file.
    public let line: Int?
    /// The column in that line, from 1, in bytes.
    public let column: Int?
    /// A sentence with the problem and the expected form.
    public let message: String

    init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The file, the place and the message, as compilers write them.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): \(message)"
    }
}

/// A folder of theme files, such as the user's own.
public enum ThemeFolder {
    /// Reads every `.json` file of `folder` in the order of their names; a missing folder has none. Problems begin with the path, with `~`
    /// for the home folder.
    ///
    /// - Returns: the themes that could be read, and the problems of all files.
    public static func load(_ folder: String) -> (themes: [Theme], problems: [ThemeError]) {
        var result: (themes: [Theme], problems: [ThemeError]) = ([], [])
        for name in namesInFolder(folder).sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
            do {
                let file = try read("\(folder)/\(name)")
                result.themes.append(file.theme)
                result.problems += file.problems
            } catch {
                result.problems.append(error)
            }
        }
        return result
    }

    private static func read(_ path: String) throws(ThemeError) -> ThemeFile {
        let name = shownPath(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ThemeError(
                file: name, "The file cannot be read. Check that it is a regular file and that you have permission to read it.")
        }
        return try ThemeFile(parsing: Array(data), file: name)
    }
}
