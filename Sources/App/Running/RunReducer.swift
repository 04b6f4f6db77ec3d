import Engine
import Widgets
import Workspace

/// Runs the requests of a folder and updates the window with their results.
enum RunReducer {
    /// The commands that belong to no pane.
    static let commands: [Command<RunState?, RunMessage>] = [
        Command(
            "run.show", "Show run results", [], .everywhere, .send, synonyms: ["runner", "batch", "tests"],
            disabled: { $0 == nil ? "no run yet" : nil }, sends: .show)
    ]

    static func reduce(_ run: inout RunState?, _ message: RunMessage, _ context: RunContext) -> RunOutcome {
        switch message {
        case .ask(let path):
            guard let node = context.node(path) else { return [] }
            var job = RunJob(name: node.name, path: path)
            job.environment = context.environment(path)
            return confirm(run, job, context)
        case .confirm(let job): return confirm(run, job, context)
        case .chooseEnvironment(let job): return [.show(.picker(environments(for: job, context)))]
        case .chooseOptions(let job): return [.show(.form(options(of: job)))]
        case .start(var job):
            job.captured = context.captured(job.path)
            run = RunState(job)
            return .effect(.run(job)) + show(run)
        case .again: return askAgain(run, context)
        case .stop:
            guard run?.isOver == false else { return [] }
            run?.isStopped = true
            return [.cancel(.run)] + show(run)
        case .show:
            run?.isShown = true
            return show(run)
        case .hide:
            run?.isShown = false
            run?.opened = nil
            return .output(.showRun(nil))
        case .open(let id):
            run?.isShown = false
            run?.opened = id
            return [.output(.showRun(nil)), .output(.open(id))]
                + .notify(
                    .done, "Esc returns to the results of the run", action: Toast<RunMessage>.Action(label: "results", message: .show))
        case .openRequest(let path):
            run?.isShown = false
            return [.output(.showRun(nil)), .output(.openRequest(path: path))]
                + .notify(.done, "Not sent. Showing the request", action: Toast<RunMessage>.Action(label: "results", message: .show))
        case .progress(let progress): return reduce(&run, progress)
        }
    }

    private static func reduce(_ run: inout RunState?, _ progress: RunProgress) -> RunOutcome {
        switch progress {
        case .planned(let count):
            run?.total = count
            return show(run)
        case .began(let row, let moment):
            run?.begin(row, at: moment)
            return show(run)
        case .ticked(let moment):
            run?.now = moment
            return show(run)
        case .took(let row, let moment): return store(&run, row, at: moment)
        case .ended(let problem):
            run?.finish(problem)
            return show(run) + notifyEnd(run)
        }
    }

    private static func options(of job: RunJob) -> FormState<RunMessage> {
        var form = FormState<RunMessage>(
            "Run “\(job.name)”", "Continue", fields: job.fields,
            check: { fields in
                do throws(FieldError) {
                    _ = try job.applying(fields.values)
                    return nil
                } catch {
                    return error
                }
            },
            cancels: { _ in [.confirm(job)] },
            sends: { fields in (try? job.applying(fields.values)).map { [.confirm($0)] } ?? [] })
        form.select(0)
        return form
    }

    private static func store(_ run: inout RunState?, _ row: RunRow, at moment: Duration) -> RunOutcome {
        guard let job = run?.job else { return [] }
        run?.add(row, at: moment)
        var outcome: RunOutcome = []
        if let entry = row.entry { outcome += .output(.ended(entry)) }
        if let values = row.checks?.values, !values.isEmpty {
            // The request or its folder may have chosen another environment.
            let environment = row.entry.map(\.origin.environment) ?? job.environment?.name
            outcome += .output(.addCaptured(values, collection: job.path, environment: environment))
        }
        return outcome + show(run)
    }

    private static func show(_ run: RunState?) -> RunOutcome {
        guard let run, run.isShown else { return [] }
        return .output(.showRun(run))
    }

    /// Reports the end of the run if its window is closed.
    private static func notifyEnd(_ run: RunState?) -> RunOutcome {
        guard let run, !run.isShown else { return [] }
        let failed = run.failedCount == 0 ? "" : ", \(run.failedCount) failed"
        return .notify(
            run.problem != nil || run.failedCount > 0 ? .warning : .done,
            run.problem ?? "Ran \(CountText.of(run.rows.count, "request"))\(failed)",
            action: Toast<RunMessage>.Action(label: "show", message: .show))
    }

    // MARK: Questions

    /// Asks once for the whole run; the question names the environment and the counts.
    private static func confirm(_ run: RunState?, _ job: RunJob, _ context: RunContext) -> RunOutcome {
        if let run, !run.isOver {
            return .notify(.warning, "A run is in progress", action: Toast<RunMessage>.Action(label: "show", message: .show))
        }
        let methods = context.node(job.path).map(methods) ?? []
        guard !methods.isEmpty else { return .notify(.warning, "“\(job.name)” has no requests") }
        let count = methods.count * job.repetitions
        let counts = Dictionary(grouping: methods) { $0 }.map { "\($0.value.count) \($0.key)" }.sorted()
        let unsafe = methods.count { !SendConfirmation.isSafe($0) }
        let isRisky = unsafe > 0 && job.environment?.isProtected == true
        let unsaved = context.unsavedCount(job.path)
        let text = [
            job.environment.map { "Environment: \($0.name)." } ?? "No environment.",
            job.settings.jobs > 1 ? "\(job.settings.jobs) at a time." : count > 1 ? "One after another." : nil,
            isRisky ? "“\(job.environment?.name ?? "")” is protected; \(unsafe) may change data." : nil,
            unsaved == 0 ? nil : "\(CountText.of(unsaved, "request")) with unsaved changes \(unsaved == 1 ? "is" : "are") sent as saved.",
            job.dataPath.isEmpty ? nil : "They run once for each row of \(job.dataPath).",
            job.repetitions > 1 ? "\(job.repetitions) iterations." : nil,
        ]
        typealias Choice = Question<RunMessage>.Choice
        let cancel = Choice("c", "Cancel", [])
        let choices = [
            Choice("r", "Run", [.start(job)]), Choice("o", "Options…", [.chooseOptions(job)]),
            Choice("e", "Environment…", [.chooseEnvironment(job)]),
        ]
        return [
            .show(
                .confirm(
                    Question(
                        title: "Run \(CountText.of(count, "request")) of “\(job.name)”\(job.dataPath.isEmpty ? "" : " for each row")?",
                        text: text.compactMap(\.self).joined(separator: " "),
                        items: counts, choices: isRisky ? [cancel] + choices : choices + [cancel])))
        ]
    }

    /// Asks for the job of the last run, with its environment as it is now: it may have been protected or deleted since.
    private static func askAgain(_ run: RunState?, _ context: RunContext) -> RunOutcome {
        guard var job = run?.job else { return [] }
        job.environment = context.environments(job.path).first { $0.path == job.environment?.path }
        return confirm(run, job, context)
    }

    /// The methods of all requests at a node and below it.
    private static func methods(_ node: WorkspaceNode) -> [String] {
        (node.isRequest ? [node.method ?? "GET"] : []) + node.children.flatMap(methods)
    }

    private static func environments(for job: RunJob, _ context: RunContext) -> Picker<RunMessage> {
        func item(_ environment: EnvironmentSummary?) -> Picker<RunMessage>.Item {
            var job = job
            job.environment = environment
            return Picker<RunMessage>.Item(title: environment?.name ?? "no environment", message: .confirm(job))
        }
        return Picker("Run in environment", context.environments(job.path).map(item) + [item(nil)])
    }
}
