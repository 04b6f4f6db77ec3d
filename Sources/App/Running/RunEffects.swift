import Engine
import HTTP
import Platform
import Workspace

/// Runs requests, away from the main actor.
struct RunEffects: Sendable {
    let workspace: any WorkspaceAccess
    let history: HistoryEffects
    /// Makes the chain of loaders with its recorder.
    let makeLoader: @Sendable (any HTTPRecorder) -> any HTTPLoader
    /// A path for a large body on its way into the history.
    let makeBodyPath: @Sendable () -> String?
    /// Time since some fixed point.
    let uptime: @Sendable () -> Duration
    let post: @Sendable (RunMessage) -> Void

    /// Runs a job to its end, or until the task is cancelled.
    func run(_ job: RunJob) async {
        do {
            let plan = try await plan(of: job)
            post(.planned(plan.requestCount))
            let sender = LiveSender(makeBodyPath: makeBodyPath, makeLoader: makeLoader)
            let runner = Runner(plan, job.settings, by: sender, resolve: resolve(job)) { [history] sent in
                history.record(sent.exchange, hiding: sent.mask)
                return sent.exchange
            }
            try await runner.run { post(.took(RunRow($0), at: uptime())) }
            post(.ended(nil))
        } catch is CancellationError {
            post(.ended(nil))
        } catch let failure as DataRows.Failure {
            post(.ended(failure.message))
        } catch {
            post(.ended("\(error)"))
        }
    }

    /// The requests at the job's path in the order of the tree, as their files are now.
    private func plan(of job: RunJob) async throws -> RunPlan {
        let tree = try await workspace.tree()
        var items: [RunPlan.Item] = []
        for node in tree.requests where node.path == job.path || node.path.hasPrefix(job.path + "/") {
            items.append(RunPlan.Item(draft: try await workspace.request(at: node.path), path: node.path))
        }
        guard !job.dataPath.isEmpty else { return RunPlan(items, repetitions: job.repetitions) }
        let home = getenv("HOME").map { String(cString: $0) }
        let path = absolutePath(job.dataPath, home: home, relativeTo: currentFolder() ?? ".")
        return RunPlan(items, rows: try DataRows(file: path).rows, repetitions: job.repetitions)
    }

    private func resolve(_ run: RunJob) -> Runner.Resolve {
        { [workspace] item, row, captured throws(RunRefusal) in
            var job = SendJob(
                draft: item.draft, path: item.path, environmentPath: run.environment?.path, environmentName: run.environment?.name)
            // The question before the run has named a protected environment.
            (job.isTyped, job.isConfirmed, job.prompted, job.captured) = (false, true, row, captured)
            job.captured.restore(run.captured)
            do throws(SendRefusal) {
                return try await workspace.resolve(job) { _ in }
            } catch {
                throw RunRefusal(Self.reason(error))
            }
        }
    }

    private static func reason(_ refusal: SendRefusal) -> String {
        switch refusal {
        case .reasons(let reasons): reasons.joined(separator: "; ")
        case .permissions(let permissions, _):
            "needs your permission (send it alone to give it): " + permissions.map { "\($0)" }.joined(separator: "; ")
        case .asks(let values): "no value for " + values.map { "{{\($0.name)}}" }.joined(separator: ", ")
        }
    }
}
