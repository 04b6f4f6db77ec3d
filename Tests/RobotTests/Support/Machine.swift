import Foundation
import Screen
import ScreenTesting

/// A machine of a test's own: a home folder, a workspace with one collection, and the program as `make build` left it.
final class Machine: Sendable {
    /// Why no robot can start.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The home folder, with nothing in it at first.
    let home: String
    /// The folder that is opened.
    let workspace: String
    private let folder: String
    /// The program that is tested.
    let program: String
    private let server: (any Sendable)?
    private let slot: Slot

    /// Makes the folders once a slot is free; throws when there is no program to test.
    ///
    /// - Parameter server: is held as long as the machine, and the machine as long as its robots.
    init(beside server: (any Sendable)? = nil) async throws {
        self.server = server
        slot = await Slot()
        program = try Self.findProgram()
        // The real path: what the program says of a place is compared with it.
        folder = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path + "/apus-robot-\(UUID().uuidString)"
        home = "\(folder)/home"
        workspace = "\(folder)/space"
        for folder in [home, workspace] { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
        try write(#"{ "name": "First" }"# + "\n", to: "collections/first/collection.json")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func findProgram() throws -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let path = ProcessInfo.processInfo.environment["APUS_BINARY"] ?? "\(root)/.build/release/apus"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Problem(description: "There is no program at \(path): run `make build` first, or name another in APUS_BINARY.")
        }
        return path
    }

    // MARK: - Files

    /// The environment that keeps the program inside the home folder.
    var environment: [String: String] { ["HOME": home, "XDG_CONFIG_HOME": "\(home)/config", "XDG_DATA_HOME": "\(home)/data", "TZ": "UTC"] }

    /// Where the program keeps its history.
    var data: String { "\(home)/data/apus" }

    /// Writes a file of the workspace, with its folders.
    func write(_ text: String, to path: String) throws {
        let path = "\(workspace)/\(path)"
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Writes a request as one line of JSON with these members after its name.
    func writeRequest(_ name: String, _ members: String) throws {
        try write(#"{ "name": "\#(name)", \#(members) }"# + "\n", to: "collections/first/\(name.lowercased()).request.json")
    }

    /// Every file of the workspace with its text.
    func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: workspace) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(workspace)/\(path)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            files[path] = try String(contentsOfFile: "\(workspace)/\(path)", encoding: .utf8)
        }
        return files
    }

    // MARK: - The program

    /// The command that a shell starts the program with.
    var command: String { "'\(program)' '\(workspace)'" }

    /// Starts the program on the workspace, or with `arguments`, and returns at once.
    func spawn(
        _ arguments: [String]? = nil, environment: [String: String] = [:], size: Size = Size(width: 120, height: 40)
    ) throws -> PtyRobot {
        try PtyRobot.spawn(
            program, arguments: arguments ?? [workspace], environment: self.environment.merging(environment) { $1 }, directory: home,
            size: size, owner: self)
    }

    /// Whether the program has not ended here yet.
    private var isFirstStart: Bool { !FileManager.default.fileExists(atPath: "\(home)/.local/state/apus/sessions") }

    /// Starts the program on the workspace and waits until the tree is read, which has the keys at a first start.
    func start(environment: [String: String] = [:], size: Size = Size(width: 120, height: 40)) async throws -> PtyRobot {
        let isFirst = isFirstStart
        let robot = try spawn(environment: environment, size: size)
        // On a small screen the tree is not shown before.
        if isFirst { try await robot.goToTree() }
        try await robot.see(" First")
        return robot
    }

    /// Starts the program with signals ignored, by their names, as a shell's `trap '' HUP` has it, and waits until the tree is read.
    func start(ignoring signals: String) async throws -> PtyRobot {
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", "trap '' \(signals); exec \(command)"], environment: environment, directory: home,
            size: Size(width: 120, height: 40), owner: self)
        try await robot.see("▾ First")
        try await robot.goToTree()
        return robot
    }

    /// Starts the program, opens the first request of the collection, and waits until it is shown.
    func startWithRequest(environment: [String: String] = [:], size: Size = Size(width: 120, height: 40)) async throws -> PtyRobot {
        let robot = try await start(environment: environment, size: size)
        try await robot.openRequest()
        return robot
    }

    /// Starts two programs that both begin without a session, and opens the first request of the collection in each.
    func startTwoWithRequest() async throws -> (PtyRobot, PtyRobot) {
        let robots = (try spawn(), try spawn())
        // Both have read that there is no session before a key makes one.
        for robot in [robots.0, robots.1] { try await robot.see(" EDIT ") }
        for robot in [robots.0, robots.1] {
            try await robot.goToTree()
            try await robot.openRequest()
        }
        return robots
    }

    /// Starts an interactive shell with job control that runs the program; waits until the tree is read.
    func startInShell(size: Size = Size(width: 120, height: 40)) async throws -> PtyRobot {
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-i"], environment: environment.merging(["PS1": "ready> "]) { $1 }, directory: home, size: size,
            owner: self)
        try await robot.wait(for: "ready>", timeout: PtyRobot.patience)
        robot.send("\(command)\r")
        try await robot.wait(until: "the workbench", timeout: PtyRobot.patience) {
            $0.screen.isAlternate && $0.screen.text.contains("▾ First")
        }
        try await robot.goToTree()
        return robot
    }
}
