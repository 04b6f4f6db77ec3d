import Foundation
import Platform
import Testing

/// Commands while another program holds a folder, which may have been stopped.
@Suite(.timeLimit(.minutes(5))) struct HeldFolderTests {
    @Test func `an import ends and names the folder`() async throws {
        let program = try Program(files: ["a.sh": "curl http://h/a\n"])
        let folder = program.folder.appending(path: "space/collections").path
        let lock = try FileLock(folder: folder, within: .zero)
        let outcome = try await program.run(["import", "a.sh", "--new"])
        #expect(outcome.code == 2 && outcome.error.contains(folder), "\(outcome)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") } == ["api"])
        _ = consume lock
        #expect(try await program.run(["import", "a.sh", "--new"]).code == 0)
    }
}
