#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension OutputFile {
    /// Writes a value as a file of JSON, whole, or leaves the old one.
    /// - Returns: why it could not be written; nil when it was.
    static func write(json value: some Encodable, to path: String) -> String? {
        do {
            let file = try OutputFile(replacing: path)
            try file.write(Array(JSONEncoder().encode(value)))
            try file.commit()
            return nil
        } catch let error as FileBodyError {
            return error.description
        } catch {
            return "\(path) cannot be written: \(error)"
        }
    }
}
