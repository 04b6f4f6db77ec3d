import Engine
import HTTP
import Platform
import Workspace

/// Runs requests outside the main actor.
struct RunEffects: Sendable {
    let workspace: any WorkspaceAccess
    let history: HistoryEffects
    /// Makes the chain of loaders with its recorder, for a number of concurrent requests.
    let makeLoader: @Sendable (any HTTPRecorder, Int) -> any HTTPLoader
    /// The path for a large body that goes into the history.
    let makeBodyPath: @Sendable () -> String?
    /// A monotonic clock.
    let uptime: @Sendable () -> Duration
    let post: @Sendable (RunMessage) -> Void

    /// Runs a job to its end, or until the task is cancelled.
    func run(_ job: RunJob) async {
        do {
            let plan = try await plan(of: job)
            post(.progress(.planned(plan.requestCount)))
            let sender = LiveSender(makeBodyPath: makeBodyPath) { makeLoader($0, job.settings.jobs) }
            let runner = Runner(
                plan, job.settings, by: sender, resolve: resolve(job),
                record: { [history] sent in
                    history.record(sent.exchange, hiding: sent.mask)
                    return sent.exchange
                },
                begin: { [post, uptime] in post(.progress(.began(RunRow($0), at: uptime()))) },
                cancelled: { [post, uptime] in post(.progress(.took(RunRow($0), at: uptime()))) })
            try await withThrowingTaskGroup(of: Void.self) { clock in
                clock.addTask { try await tick() }
                try await runner.run { post(.progress(.took(RunRow($0), at: uptime()))) }
                clock.cancelAll()
            }
            post(.progress(.ended(nil)))
        } catch is CancellationError {
            post(.progress(.ended(nil)))
        } catch let failure as DataRows.ReadError {
            post(.progress(.ended(failure.message)))
        } catch {
            post(.progress(.ended("\(error)")))
        }
    }

    /// Reports the time each second, for the waiting times of the requests in flight.
    private func tick() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            post(.progress(.ticked(at: uptime())))
        }
    }

    /// The requests at the job's path in tree order, as their files are now.
    private func plan(of job: RunJob) async throws -> RunPlan {
        let items = try await items(try await workspace.tree().nodes, of: job.path)
        guard !job.dataPath.isEmpty else { return RunPlan(items, repetitions: job.repetitions) }
        return RunPlan(items, rows: try DataRows(file: absolutePath(job.dataPath)).rows, repetitions: job.repetitions)
    }

    /// The requests at a path, with their names and the names of the folders between.
    private func items(_ nodes: [WorkspaceNode], of path: String, in folders: [String] = []) async throws -> [RunPlan.Item] {
        var items: [RunPlan.Item] = []
        for node in nodes {
            let isInside = node.path.hasPrefix(path + "/")
            if node.method != nil || node.unreadable != nil, isInside || node.path == path {
                items.append(await item(node, title: (folders + [node.name]).joined(separator: " / ")))
            } else if isInside || node.path == path || path.hasPrefix(node.path + "/") {
                items += try await self.items(node.children, of: path, in: isInside ? folders + [node.name] : [])
            }
        }
        return items
    }

    /// The request of a node, or the reason why it cannot be read.
    private func item(_ node: WorkspaceNode, title: String) async -> RunPlan.Item {
        if let problem = node.unreadable { return RunPlan.Item(unreadable: node.path, title: title, "\(problem)") }
        do {
            let draft = try await workspace.request(at: node.path)
            let failed = await workspace.failedChecks(ofRequestAt: node.path)
            return RunPlan.Item(draft: draft, path: node.path, title: title, failedChecks: failed)
        } catch {
            return RunPlan.Item(unreadable: node.path, title: title, "\(error)")
        }
    }

    private func resolve(_ run: RunJob) -> Runner.Resolve {
        { [workspace] item, row, captured throws(RunError) in
            var job = SendJob(
                draft: item.draft, path: item.path, environmentPath: run.environment?.path, environmentName: run.environment?.name)
            // The question before the run named the environment, but a request or its folder can choose another one.
            (job.isTyped, job.confirmedEnvironment, job.captured) = (false, run.environment?.name, captured)
            job.load(row: row)
            job.captured.restore(run.captured)
            let resolved: ResolvedSend
            do throws(SendError) {
                resolved = try await workspace.resolve(job) { _ in }
            } catch {
                throw RunError(Self.reason(error))
            }
            guard let question = SendConfirmation(resolved), job.needs(question) else { return resolved }
            throw RunError("the environment “\(question.environment)” is protected (send it alone to be asked)")
        }
    }

    private static func reason(_ refusal: SendError) -> String {
        switch refusal {
        case .issues(let issues): issues.map(\.labelled).joined(separator: "; ")
        case .failed(let error): error.message
        case .permissions(let permissions, _):
            "needs permission (send it alone to be asked): " + permissions.map { "\($0)" }.joined(separator: "; ")
        case .asks(let values): "no value for " + values.map { "{{\($0.name)}}" }.joined(separator: ", ")
        }
    }
}
