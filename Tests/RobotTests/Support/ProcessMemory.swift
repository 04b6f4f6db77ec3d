import Foundation

/// The bytes of a process's memory (proc(5), `status`).
struct ProcessMemory {
    /// The most that was resident at once.
    let peak: Int
    /// Resident pages that no file has.
    let anonymous: Int
    /// Resident pages of files.
    let mapped: Int

    /// - Throws: if there is no such process. Without a `/proc`, as on macOS, nothing is known and all numbers are 0.
    init(of process: Int32) throws {
        let path = "/proc/\(process)/status"
        let text = FileManager.default.fileExists(atPath: "/proc/1") ? try String(contentsOfFile: path, encoding: .utf8) : ""
        func bytes(_ name: String) -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
        }
        (peak, anonymous) = (bytes("VmHWM"), bytes("RssAnon"))
        mapped = bytes("RssFile") + bytes("RssShmem")
    }
}
