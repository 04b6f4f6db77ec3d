public import Screen

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The theme files of a folder, such as the user's own.
public enum ThemeFolder {
    /// Reads every `.json` file of `folder`, in the order of their names; a folder that is not there has none.
    ///
    /// - Returns: the themes that could be read, and what did not hold in any file.
    public static func load(_ folder: String) -> (themes: [Theme], problems: [ThemeProblem]) {
        // Most users have none, which the first frame need not wait to be told at length.
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
            throw ThemeProblem(file: path, "Cannot be read. Check that it is a file, and who may read it.")
        }
        return try ThemeFile(parsing: Array(data), file: path)
    }
}
