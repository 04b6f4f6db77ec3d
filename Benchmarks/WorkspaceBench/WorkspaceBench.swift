import Platform
import Workspace

/// Measures how long the tree of a workspace takes to read; `Benchmarks/workspace.py` puts the figure beside those of other programs.
///
///     workspace-bench FOLDER TIMES     milliseconds of each time, one a line, behind the number of nodes
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
