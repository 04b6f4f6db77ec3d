public import Screen

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of theme files, such as the user's own.
public enum ThemeFolder {
    /// Reads every `.json` file of `folder` in the order of their names; a missing folder has none.
    ///
    /// - Returns: the themes that could be read, and the problems of all files.
    public static func load(_ folder: String) -> (themes: [Theme], problems: [ThemeProblem]) {
        // Most users have no such folder. This check is faster than the error of the call below, and the first frame waits for it.
        guard FileManager.default.fileExists(atPath: folder) else { return ([], []) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return ([], []) }
        var result: (themes: [Theme], problems: [ThemeProblem]) = ([], [])
        for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
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

    private static func read(_ path: String) throws(ThemeProblem) -> ThemeFile {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ThemeProblem(
                file: path, "The file cannot be read. Check that it is a regular file and that you have permission to read it.")
        }
        return try ThemeFile(parsing: Array(data), file: path)
    }
}
