import Comparison
import Engine
import HTTP
import Interchange
import JSON
import Platform
import Widgets
import Workspace

/// Saves responses as examples of their request, shows them, compares with them, and changes them.
enum ExampleReducer {
    static func reduce(_ message: ExampleMessage) -> HistoryOutcome {
        switch message {
        case .use(let use, let exchange, let path, let owner, let note):
            guard let path else { return .notify(.warning, "Save the request first: its examples are stored in a file beside it") }
            if use == .save { return exchange.map { askName(of: $0, path, note) } ?? [] }
            return [.effect(.listExamples(path, use, exchange, owner: owner))]
        case .saved(let name, let index, let path):
            let undo = HistoryEffect.changeExamples(.remove(index, title: name), path: path)
            let action = Toast<HistoryMessage>.Action(label: "undo", message: .perform(undo))
            return .output(.hasExamples(path: path)) + .notify(.done, "Saved the example “\(name)” with the request", action: action)
        case .listed(let examples, let use, let exchange, let path, let owner): return choose(examples, use, exchange, path, owner)
        case .askName(let index, let title, let path): return askName(of: index, title, path)
        case .changed(let change, let undo, let path):
            let action = undo.map { Toast<HistoryMessage>.Action(label: "undo", message: .perform(.changeExamples($0, path: path))) }
            switch change {
            case .insert: return .notify(.done, change.report, action: action) + .output(.hasExamples(path: path))
            case .rename(let index, _, let name):
                let id = SavedResponse.id(of: index, path)
                return .notify(.done, change.report, action: action) + .output(.exampleRenamed(id, to: name))
            // Only the toast can restore a deleted example, so it stays.
            case .remove: return .notify(.done, change.report, action: action, stays: true)
            }
        }
    }

    private static func askName(of exchange: Exchange, _ path: String, _ note: String) -> HistoryOutcome {
        guard let response = exchange.response else { return .notify(.warning, "There is no response to save") }
        let name = "\(response.status) \(response.reason)".trimmed
        return askName("Name of example", name, note) { .saveExample(exchange, name: $0, path: path) }
    }

    private static func askName(of index: Int, _ title: String, _ path: String) -> HistoryOutcome {
        askName("Rename example", title) { .changeExamples(.rename(index, from: title, to: $0), path: path) }
    }

    private static func askName(
        _ title: String, _ name: String, _ note: String = "", _ effect: @escaping @Sendable (String) -> HistoryEffect
    ) -> HistoryOutcome {
        let field = TextFieldState(replacing: name)
        return [.show(.prompt(Prompt(title, "save", "Name of the example", field, note: note) { name, _ in .perform(effect(name)) }))]
    }

    private static func choose(
        _ examples: [Exchange], _ use: ExampleUse, _ exchange: Exchange?, _ path: String, _ owner: TabID
    ) -> HistoryOutcome {
        guard !examples.isEmpty else { return .notify(.warning, "The request has no examples. “Save response as example” creates one.") }
        // An example that is shown is not compared with itself.
        let listed = examples.enumerated().filter { use != .compare || $0.element.id != exchange?.id }
        let messages = listed.map { index, example -> HistoryMessage in
            let title = example.notes.text
            let show = HistoryEffect.openExample(example, owner: owner)
            return switch use {
            case .compare: .perform(exchange.map { .compareExample(example, $0) } ?? show)
            case .rename: .examples(.askName(index, title, path: path))
            case .delete: .perform(.changeExamples(.remove(index, title: title), path: path))
            case .show, .save: .perform(show)
            }
        }
        guard !messages.isEmpty else { return .notify(.warning, "This is the only example: show a response to compare it with") }
        // The only example needs no choice; a list before its deletion is a confirmation.
        if messages.count == 1, use != .delete { return [.next(messages[0])] }
        let items = zip(listed.map(\.element), messages).map { example, message in
            let detail = example.response.map { "\($0.status) \($0.reason)" } ?? ""
            return Picker<HistoryMessage>.Item(title: example.notes.text, detail: detail, message: message)
        }
        return [.show(.picker(Picker<HistoryMessage>(use.listTitle, items)))]
    }
}

extension ExampleUse {
    fileprivate var listTitle: String {
        switch self {
        case .show, .save: "Examples"
        case .compare: "Compare with example"
        case .rename: "Rename example"
        case .delete: "Delete example"
        }
    }
}

extension SavedResponse {
    /// The maximum size of an example's body: the file is shared with others and read whole.
    private static let longestBody: Int64 = 1 << 20

    /// The response of a history entry with its secrets masked; nil if its body is too large or incomplete.
    init?(_ kept: Exchange, name: String) {
        guard let response = kept.response, response.body.isComplete, response.body.byteCount <= Self.longestBody else { return nil }
        self.init(
            name: name, status: response.status, reason: response.reason,
            headers: response.headers.fields.map { Row($0.name, $0.value) },
            body: response.body.beginning(Int(response.body.byteCount)))
    }

    /// The name in lists; numbered for an example without a name.
    func title(at index: Int) -> String { name.isEmpty ? "Example \(index + 1)" : name }

    /// The beginning of the ids of examples in the form of exchanges.
    fileprivate static let examplePrefix = "example-"

    /// The id of the example with this index of a request, in the form of an exchange.
    fileprivate static func id(of index: Int, _ path: String) -> Exchange.ID { "\(examplePrefix)\(index)-\(path)" }

    /// The example in the form of an exchange, which was never sent; a replay resolves its request first.
    func exchange(_ index: Int, of draft: RequestDraft, at path: String, _ now: Date) -> Exchange {
        let draft = request ?? draft
        let fields = headers.filter(\.isEnabled).map { HTTPHeaderField(name: $0.name, value: $0.value) }
        let response = Exchange.Response(
            status: servedStatus, reason: reason, headers: HTTPHeaders(fields), body: ExchangeBody(body))
        return Exchange(
            id: Self.id(of: index, path), startedAt: now, origin: Exchange.Origin(requestPath: path, name: draft.name),
            draft: draft,
            request: Exchange.Request(
                method: draft.method, url: draft.url, body: ExchangeBody(storage: .bytes([]), byteCount: 0, isComplete: false)),
            response: response, notes: Exchange.Notes(text: title(at: index)))
    }
}

extension Exchange {
    /// The name of the example that it shows; nil for a request that was sent.
    var exampleName: String? { summary.exampleName }
}

extension ExchangeSummary {
    /// The name of the example that it shows; nil for a request that was sent.
    var exampleName: String? { id.hasPrefix(SavedResponse.examplePrefix) ? notes.text : nil }
}

extension HistoryEffects {
    func listExamples(of path: String, _ use: ExampleUse, _ exchange: Exchange?, _ owner: TabID) async {
        guard let workspace else { return }
        do {
            let saved = try await workspace.examples(of: path)
            let draft = exchange?.draft ?? RequestDraft()
            let exchanges = saved.enumerated().map { index, example in
                var entry = example.exchange(index, of: draft, at: path, now())
                if let exchange { entry.request = exchange.request }
                // The shown response may be one to another request.
                if let exchange, exchange.origin.requestPath == path { entry.origin = exchange.origin }
                return entry
            }
            for example in exchanges { examples[example.id] = example }
            post(.examples(.listed(exchanges, use, exchange, path: path, owner: owner)))
        } catch {
            post(.store(.failed("The examples cannot be read: \(error)")))
        }
    }

    /// Saves the history's own copy, which contains no secrets.
    func saveExample(
        _ exchange: Exchange, _ name: String, _ path: String, in store: any HistoryStore
    ) async throws(HistoryError) {
        var kept = try await store.exchange(exchange.id)
        if kept == nil { kept = await secrets.masked(exchange, SecretMask()) }
        guard let kept, var example = SavedResponse(kept, name: name) else {
            return post(.store(.failed("The example was not saved: the body is incomplete or larger than 1 MB")))
        }
        do {
            // Examples are chosen by their names.
            let others = try await workspace?.examples(of: path) ?? []
            let taken = Set(others.map(\.name))
            var number = 1
            while taken.contains(example.name) { (number, example.name) = (number + 1, "\(name) \(number + 1)") }
            try await workspace?.changeExamples(of: path) { [example] in $0.append(example) }
            post(.examples(.saved(name: example.title(at: others.count), at: others.count, path: path)))
        } catch {
            post(.store(.failed("The example was not saved: \(error)")))
        }
    }

    func apply(_ change: ExampleChange, _ path: String) async {
        do {
            let before = try await workspace?.examples(of: path) ?? []
            try await workspace?.changeExamples(of: path) { try change.apply(to: &$0) }
            post(.examples(.changed(change, undo: change.undo(in: before), path: path)))
        } catch {
            post(.store(.failed("The examples were not changed: \(error)")))
        }
    }
}

extension HistoryEffects {
    func compare(
        _ one: Exchange.ID, _ other: Exchange.ID, _ rules: IgnoreRules?, in store: any HistoryStore
    ) async throws(HistoryError) {
        guard let left = try await exchange(one, in: store), let right = try await exchange(other, in: store) else { return }
        let pair = left.startedAt <= right.startedAt ? (left, right) : (right, left)
        if let rules { return await show(pair, rules) }
        await show(pair, await savedRules(of: pair.1))
    }

    /// Compares the exchange of a replay with the replayed entry; does nothing if the history does not keep both.
    func compareReplay(_ old: Exchange.ID, _ new: Exchange.ID, in store: any HistoryStore) async throws(HistoryError) {
        await recorded()
        guard let left = try await store.exchange(old), let right = try await store.exchange(new) else { return }
        await show((left, right), await savedRules(of: right)) { .comparedReplay($0) }
    }

    /// Compares bodies pair by pair with the rules of their requests, as soon as all are stored; a missing entry counts as different.
    func compareBodies(_ old: [Exchange.ID], _ new: [Exchange.ID], in store: any HistoryStore) async throws(HistoryError) {
        await recorded()
        var differing: [Exchange.ID: String] = [:]
        for (one, other) in zip(old, new) where !Task.isCancelled {
            if let left = try await store.exchange(one), let right = try await store.exchange(other) {
                differing[other] = await Self.bodyDifference(left, right, await savedRules(of: right))
            } else {
                differing[other] = "no longer in the history"
            }
        }
        if !Task.isCancelled { post(.compare(.comparedBodies(differing))) }
    }

    /// Compares two bodies outside the actor; nil if they are equal.
    @concurrent private static func bodyDifference(_ old: Exchange, _ new: Exchange, _ rules: IgnoreRules) async -> String? {
        guard let bodies = (try? ExchangeComparison(old, new, rules: rules))?.bodies else { return "the body cannot be read" }
        return bodies.isEqual ? nil : bodies.summaryWithPlaces
    }

    func savedRules(of exchange: Exchange) async -> IgnoreRules {
        guard let path = exchange.origin.requestPath, let workspace, workspace.owns(exchange.origin) else { return IgnoreRules() }
        return await workspace.ignoreRules(of: path)
    }

    func save(_ rules: IgnoreRules, of origin: Exchange.Origin) async {
        guard let path = origin.requestPath, workspace?.owns(origin) != false else {
            return post(.store(.failed("The ignore rules were not saved: open the workspace “\(origin.workspaceName)” first")))
        }
        do {
            try await workspace?.saveIgnoreRules(rules, of: path)
            post(.compare(.savedRules(rules, path: path)))
        } catch {
            post(.store(.failed("The ignore rules were not saved: \(error)")))
        }
    }

    /// Compares two exchanges and posts the window. Runs outside the actor, which handles other effects meanwhile.
    @concurrent nonisolated func show(
        _ pair: (old: Exchange, new: Exchange), _ rules: IgnoreRules,
        as message: @Sendable (ComparisonWindow) -> ComparisonMessage = { .made($0) }
    ) async {
        do {
            post(.compare(message(try ComparisonWindow(pair.old, pair.new, rules: rules))))
        } catch is CancellationError {
            // A newer comparison has replaced this one.
        } catch {
            post(.store(.failed("The responses cannot be compared: \(error)")))
        }
    }

    /// Compares an entry with the pinned entry of its request, or with the entry before it.
    func compareWithEarlier(_ row: ExchangeSummary, in store: any HistoryStore) async throws(HistoryError) {
        if let original = row.repeats, try await store.exchange(original) != nil {
            return try await compare(original, row.id, nil, in: store)
        }
        var rows: [ExchangeSummary] = []
        // A request that was sent before it was saved is found by its URL.
        for text in [HistoryFilter.text(forRequestOf: row), HistoryFilter.text(forURL: row.url)] where rows.isEmpty {
            rows = try await store.list(after: nil, limit: HistoryState.pageSize, filter: HistoryFilter(text: text)).filter {
                $0.id != row.id && $0.method == row.method
                    && ($0.origin.requestPath == row.origin.requestPath && $0.origin.requestPath != nil || $0.url == row.url)
            }
        }
        let earlier = rows.first(where: \.isPinned) ?? rows.first { row.cursor.isBefore($0.cursor) } ?? rows.first
        guard let earlier else {
            return post(
                .store(.failed("There is no other response to this request in the history. Mark two entries with Space to compare them.")))
        }
        try await compare(earlier.id, row.id, nil, in: store)
    }

    /// Makes a JSON Patch or a unified diff.
    @concurrent nonisolated func export(_ window: ComparisonWindow, _ form: ComparisonExport) async {
        switch form {
        case .jsonPatch:
            guard let patch = try? window.bodies.patch() else {
                return post(.store(.failed("A JSON Patch needs two JSON bodies")))
            }
            guard !window.bodies.isEqual else { return post(.store(.failed(Self.nothingToCopy))) }
            post(.compare(.exported(patch.document.prettyText, name: "the JSON Patch")))
        case .unifiedDiff:
            guard let bytes = window.bodies.unifiedDiff("old", "new") else {
                return post(.store(.failed("A unified diff needs two text bodies")))
            }
            guard !bytes.isEmpty else { return post(.store(.failed(Self.nothingToCopy))) }
            post(.compare(.exported(String(decoding: bytes, as: UTF8.self), name: "the unified diff")))
        }
    }

    private static let nothingToCopy = "The bodies do not differ: there is nothing to copy"
}

extension HistoryEffects {
    /// The number of entries that an export reads together.
    private static let exportedTogether = 64

    /// Writes entries to an archive, a group at a time. Nothing is left of a cancelled one.
    @concurrent nonisolated func export(
        _ entries: EntrySet, _ path: String, overwrites: Bool, in store: any HistoryStore
    ) async {
        let file = absolutePath(path)
        let (shown, kind) = (shownPath(file), FileStatus(of: file)?.kind)
        if kind == .folder { return post(.export(.refused("\(shown) is a folder: enter the name of a file in it"))) }
        if kind == .file, !overwrites { return post(.export(.exists(entries, path: file))) }
        do {
            let written = try AtomicFile(replacing: file, permissions: .masked(0o666), writesDevices: true)
            written.removeAbandoned()
            var (archive, count) = (HistoryArchive(), 0)
            var groups = EntryGroups(entries, of: Self.exportedTogether, in: store)
            while let ids = try await groups.next() {
                if count > 0 { post(.export(.progressed(count, of: entries.count))) }
                for exchange in try await store.exchanges(ids) {
                    try Task.checkCancellation()
                    try written.write(archive.text(of: exchange))
                    count += 1
                }
            }
            guard count > 0 else { return post(.export(.refused("The entries are no longer in the history: nothing was written"))) }
            try written.write(archive.end)
            try Task.checkCancellation()
            try written.commit(overwrites: overwrites)
            post(.export(.written(path: shown, count: count)))
        } catch {
            guard !Task.isCancelled else { return post(.export(.cancelled)) }
            guard let failure = error as? SystemError else { return post(.export(.refused("\(error)"))) }
            guard failure.number == EEXIST else { return post(.export(.refused("\(shown) could not be written: \(failure.reason)"))) }
            post(.export(.exists(entries, path: file)))
        }
    }

    /// Counts durations and statuses of entries for the chart.
    func readTimings(
        of entries: MatchingEntries, without deleted: [EntrySet], in store: any HistoryStore
    ) async throws(HistoryError) {
        await recorded()
        var chart = TimingChart(of: try await store.count(entries.filter))
        // Deleted entries stay in the store while they can be restored, and offline ones have no meaningful duration.
        let leaving = LeavingEntries(deleted, listed: entries.filter)
        var groups = EntryGroups(.matching(entries), of: Self.readTogether, in: store)
        while let rows = try await groups.nextRows() {
            for row in rows { chart.add(row, isCounted: !leaving.contains(row) && !row.notes.tags.contains(Exchange.offlineTag)) }
        }
        if !Task.isCancelled { post(.store(.timed(chart))) }
    }
}
