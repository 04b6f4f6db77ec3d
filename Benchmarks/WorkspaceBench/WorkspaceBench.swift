import Platform
import Workspace

/// Measures the time to read the tree of a workspace; `Benchmarks/workspace.py` compares it with other programs.
///
///     workspace-bench FOLDER TIMES     the number of nodes, then the milliseconds of each run, one per line
@main enum WorkspaceBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        guard arguments.count == 2, let times = Int(arguments[1]) else {
            print("usage: workspace-bench FOLDER TIMES")
            exit(2)
        }
        let store = try WorkspaceStore(opening: arguments[0])
        print(count(try store.tree().nodes))
        for _ in 0..<times {
            let start = ContinuousClock.now
            _ = try store.tree()
            print((ContinuousClock.now - start) / .milliseconds(1))
        }
    }

    private static func count(_ nodes: [WorkspaceNode]) -> Int {
        nodes.reduce(0) { $0 + 1 + count($1.children) }
    }
}
