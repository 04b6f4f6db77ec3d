import Comparison
import Engine
import HTTP
import JSON
import Platform
import Synchronization
import Workspace

/// Reads and writes the history; opens it on first use.
actor HistoryEffects {
    /// The number of entries of a set that are read together.
    static let readTogether = 3_000
    /// The number of entries that the store deletes in one write, so that nothing can be left of them.
    private static let deletedAtOnce = 1_000
    /// The numbers of such groups that are deleted, or read to be pinned, after the end of the program was asked for.
    private static let (deletedGroupsAtEnd, readGroupsAtEnd) = (10, 30)
    /// The time after which the rows found so far are shown while the search continues.
    private static let partialListDelay = Duration.milliseconds(40)
    private let open: @Sendable () async -> OpenedHistory
    let secrets: CapturedSecrets
    let workspace: (any WorkspaceAccess)?
    let now: @Sendable () -> Date
    let post: @Sendable (HistoryMessage) -> Void
    private var opening: Task<any HistoryStore, Never>?
    /// The version of the writes of other processes at the last read of the newest rows; nil before the first read.
    private var reportedVersion: Int?
    /// The listed examples by id; comparisons use them like entries.
    var examples: [Exchange.ID: Exchange] = [:]
    private let inbox = RecordInbox()
    /// The work that the end of the program left undone, in a sentence each.
    private(set) var unfinished: [String] = []

    init(
        open: @escaping @Sendable () async -> OpenedHistory, queries: BodyQueries, workspace: (any WorkspaceAccess)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, post: @escaping @Sendable (HistoryMessage) -> Void
    ) {
        self.open = open
        self.now = now
        self.workspace = workspace
        secrets = CapturedSecrets(queries: queries)
        self.post = post
    }

    /// The id under which an effect replaces an earlier one.
    static func id(of effect: HistoryEffect) -> EffectID? {
        switch effect {
        case .list, .listEnd: .listHistory
        case .listNews: .listNews
        case .open, .openExample, .load, .loadForCurl: .openExchange
        case .compareExample, .compare, .compareWithEarlier, .exportDifference: .compareExchanges
        case .compareBodies: .compareBodies
        case .listExamples, .saveExample, .changeExamples, .saveRules, .setPinned, .delete, .continueDeletions, .setNotes, .listFilters,
            .saveFilter, .reopen, .compareReplay:
            nil
        case .count: .countMarked
        case .readMarked: .readMarked
        case .readTimings: .readTimings
        case .export: .exportHistory
        }
    }

    func run(_ effect: HistoryEffect) async {
        let store = await store()
        do throws(HistoryError) {
            switch effect {
            case .list(let cursor, let filter): try await list(after: cursor, filter, in: store)
            case .listEnd(let cursor, let filter): try await listEnd(before: cursor, filter, in: store)
            case .listNews(let filter, let tellsNone, let isNews): try await listNews(filter, tellsNone: tellsNone, isNews, in: store)
            case .open(let id, let owner, let opening): try await show(id, for: owner, as: opening, in: store)
            case .reopen(let id, let owner): if let found = try await store.exchange(id) { await show(found, for: owner, as: .restored) }
            case .load(let id, let sends): try await load(id, sends: sends, in: store)
            case .setPinned(let isPinned, let entries): try await setPinned(isPinned, entries, in: store)
            case .delete(let entries): try await delete(entries, in: store)
            case .continueDeletions: try await continueDeletions(in: store)
            case .count(let entries): try await count(entries, in: store)
            case .readMarked(let entries, let elsewhere): try await read(entries, elsewhere: elsewhere, in: store)
            case .setNotes(let notes, let id, let shown): try await set(notes, id, replacing: shown, in: store)
            case .loadForCurl(let id): if let exchange = try await exchange(id, in: store) { post(.store(.loadedForCurl(exchange))) }
            case .readTimings(let entries, let deleted): try await readTimings(of: entries, without: deleted, in: store)
            case .listFilters: post(.filters(.listed(try await store.savedFilters())))
            case .saveFilter(let filter): try await save(filter, in: store)
            case .compare(let one, let other, let rules): try await compare(one, other, rules, in: store)
            case .compareReplay(let old, let new): try await compareReplay(old, new, in: store)
            case .compareBodies(let old, let new): try await compareBodies(old, new, in: store)
            case .saveRules(let rules, let origin): await save(rules, of: origin)
            case .compareWithEarlier(let row): try await compareWithEarlier(row, in: store)
            case .listExamples(let path, let use, let exchange, let owner): await listExamples(of: path, use, exchange, owner)
            case .saveExample(let exchange, let name, let path): try await saveExample(exchange, name, path, in: store)
            case .changeExamples(let change, let path): await apply(change, path)
            case .openExample(let example, let owner): await show(example, for: owner)
            case .compareExample(let example, let exchange): await show((example, exchange), await savedRules(of: example))
            case .exportDifference(let window, let form): await export(window, form)
            case .export(let entries, let path, let overwrites): await export(entries, path, overwrites: overwrites, in: store)
            }
        } catch  where error.code == .cancelled {
            // A newer list has replaced this one.
        } catch {
            post(.store(.failed(error.description)))
        }
    }

    private func load(_ id: Exchange.ID, sends: Bool, in store: any HistoryStore) async throws(HistoryError) {
        guard let exchange = try await exchange(id, in: store) else { return }
        post(.store(.loaded(exchange.composableDraft, exchange.origin, sends: sends)))
    }

    /// Replaces the notes of an entry, unless another program has changed the notes that the user saw.
    private func set(
        _ notes: Exchange.Notes, _ id: Exchange.ID, replacing shown: Exchange.Notes, in store: any HistoryStore
    ) async throws(HistoryError) {
        // An entry that has just ended may not be stored yet.
        await recorded()
        guard let stored = try await exchange(id, in: store)?.notes else { return }
        guard stored == shown else { return post(.store(.notesKept(stored, id))) }
        try await store.setNotes(notes, id)
    }

    /// Deletes entries in groups, of which only some are left to do when the program quits; a later one continues the deletion.
    ///
    /// - Parameter noted: the text that the store keeps of a continued deletion; nil for a new one.
    private func delete(_ entries: EntrySet, noted: String? = nil, in store: any HistoryStore) async throws(HistoryError) {
        var keptCount: Int?
        defer { post(.store(.deleted(entries, keptCount: keptCount))) }
        let isShort = entries.count.map { $0 <= Self.deletedAtOnce } ?? false
        let note = noted ?? (isShort ? nil : entries.storedText)
        if let note, noted == nil { try await store.noteDeletion(note, isOver: false) }
        let (kept, done, isWhole) = try await deleteGroups(of: entries, in: store)
        let rest = entries.count.map { $0 - done }
        guard isWhole || rest.map({ $0 <= 0 }) == true else {
            let remaining = rest.map { CountText.of($0, "deleted entry is", "deleted entries are") } ?? "some deleted entries are"
            return unfinished.append("\(remaining) still in the history: the next start goes on to remove them")
        }
        keptCount = kept
        if let note { try await store.noteDeletion(note, isOver: true) }
    }

    /// Deletes groups of entries until all are gone, or some time after the end of the program was asked for.
    private func deleteGroups(
        of entries: EntrySet, in store: any HistoryStore
    ) async throws(HistoryError) -> (kept: Int, done: Int, isWhole: Bool) {
        var (groups, kept, done, late) = (EntryGroups(entries, of: Self.readTogether, in: store), 0, 0, 0)
        while late < Self.deletedGroupsAtEnd {
            let (next, ids, stayed) = try await toTheEnd { [groups] () async throws(HistoryError) -> (EntryGroups, Int?, Int) in
                var groups = groups
                guard let ids = try await groups.next() else { return (groups, nil, 0) }
                return (groups, ids.count, try await store.delete(ids))
            }
            guard let ids else { return (kept, done, true) }
            (groups, kept, done) = (next, kept + stayed, done + ids)
            if Task.isCancelled { late += 1 }
        }
        return (kept, done, false)
    }

    /// Continues the deletions that did not end before an earlier program did.
    private func continueDeletions(in store: any HistoryStore) async throws(HistoryError) {
        for text in try await store.unfinishedDeletions() where !Task.isCancelled {
            // A later version may write them in another form.
            guard let entries = EntrySet(storedText: text) else { continue }
            post(.store(.continued(entries)))
            try await delete(entries, noted: text, in: store)
        }
    }

    /// Pins or unpins all entries in one write, so that nothing leaves only some of them changed.
    private func setPinned(_ isPinned: Bool, _ entries: EntrySet, in store: any HistoryStore) async throws(HistoryError) {
        guard let ids = try await ids(of: entries, in: store) else {
            let those = entries.count.map { CountText.of($0, "entry was", "entries were") } ?? "the marked entries were"
            return unfinished.append(
                "\(those) not \(isPinned ? "pinned" : "unpinned"): there was no time to find all of them; mark and pin them again")
        }
        try await toTheEnd { () async throws(HistoryError) -> Void in try await store.setPinned(isPinned, ids) }
    }

    /// The ids of a set; nil if the program ends while there are still many to read.
    private func ids(of entries: EntrySet, in store: any HistoryStore) async throws(HistoryError) -> [Exchange.ID]? {
        if case .ids(let ids) = entries { return ids }
        var (groups, ids, late) = (EntryGroups(entries, of: Self.readTogether, in: store), [Exchange.ID](), 0)
        while late < Self.readGroupsAtEnd {
            let (next, found) = try await toTheEnd { [groups] () async throws(HistoryError) -> (EntryGroups, [Exchange.ID]?) in
                var groups = groups
                let found = try await groups.next()
                return (groups, found)
            }
            guard let found else { return ids }
            groups = next
            ids += found
            if Task.isCancelled { late += 1 }
        }
        return nil
    }

    /// Does all of the work although its effect is cancelled, as at the end of the program.
    private func toTheEnd<Answer: Sendable>(
        _ work: @escaping @Sendable () async throws(HistoryError) -> Answer
    ) async throws(HistoryError) -> Answer {
        let task = Task { () async -> Result<Answer, HistoryError> in
            do throws(HistoryError) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }

    private func count(_ entries: MatchingEntries, in store: any HistoryStore) async throws(HistoryError) {
        // An entry that has just ended may not be stored yet.
        await recorded()
        var pinned = entries.filter
        pinned.text = "pinned " + pinned.text
        let (count, pinnedCount) = (try await store.count(entries.filter), try await store.count(pinned))
        if !Task.isCancelled { post(.store(.counted(entries, count, pinned: pinnedCount))) }
    }

    private func read(_ entries: MatchingEntries, elsewhere: Bool, in store: any HistoryStore) async throws(HistoryError) {
        var (groups, rows, counted) = (
            EntryGroups(.matching(entries), of: Self.readTogether, in: store), [ExchangeSummary](), ReplayGroups()
        )
        while !Task.isCancelled, let found = try await groups.nextRows() {
            rows += found
            for row in found { counted.add(row) }
        }
        if !Task.isCancelled { post(.store(.readMarked(rows, elsewhere: elsewhere, groups: counted.all))) }
    }

    private func save(_ filter: SavedFilter, in store: any HistoryStore) async throws(HistoryError) {
        let old = try await store.savedFilters().first { $0.name == filter.name }
        try await store.saveFilter(filter)
        post(.filters(.saved(filter, old: old)))
    }

    private func list(after cursor: HistoryCursor?, _ filter: HistoryFilter, in store: any HistoryStore) async throws(HistoryError) {
        // Read before the rows, so that writes during the read count as news.
        let version = cursor == nil ? try await store.externalVersion() : nil
        let (size, asked) = (HistoryState.pageSize, filter.at(now()))
        let page = try await store.list(after: cursor, limit: size, filter: asked, within: Self.partialListDelay)
        guard !Task.isCancelled else { return }
        reportedVersion = version ?? reportedVersion
        post(.store(.listed(page.rows, after: cursor, query: filter, at: now(), isPart: !page.isWhole)))
        if page.isWhole { return }
        let rows = try await store.list(after: cursor, limit: size, filter: asked)
        if !Task.isCancelled { post(.store(.listed(rows, after: cursor, query: filter, at: now()))) }
    }

    private func listEnd(before cursor: HistoryCursor?, _ filter: HistoryFilter, in store: any HistoryStore) async throws(HistoryError) {
        let rows = try await store.list(before: cursor, limit: HistoryState.pageSize, filter: filter.at(now()))
        if !Task.isCancelled { post(.store(.listedEnd(rows, before: cursor, query: filter))) }
    }

    private func listNews(
        _ filter: HistoryFilter, tellsNone: Bool, _ isNews: Bool, in store: any HistoryStore
    ) async throws(HistoryError) {
        let version = try await store.externalVersion()
        let isNews = isNews || version != reportedVersion
        let rows = isNews ? try await store.list(after: nil, limit: HistoryState.pageSize, filter: filter.at(now())) : []
        guard !Task.isCancelled, isNews || tellsNone else { return }
        reportedVersion = version
        post(.store(.found(isNews ? rows : nil, query: filter, at: now())))
    }

    /// Queues an exchange to be written to the history; callable from any thread, never waits.
    ///
    /// - Parameter mask: the secrets that it was sent with.
    nonisolated func record(_ exchange: Exchange, hiding mask: SecretMask = SecretMask()) { inbox.add(.exchange(exchange, mask)) }

    /// Waits until everything that was recorded so far is kept.
    func recorded() async {
        await withCheckedContinuation { if !inbox.add(.flush($0)) { $0.resume() } }
    }

    /// Writes queued exchanges until ``finishRecording()`` or a cancellation; those that come during a write are written together.
    func writeRecords() async {
        for await _ in inbox.arrivals { await writeBatch(inbox.drain()) }
        // A cancellation ends the queue too: added records would not be kept, and their waiters not resumed.
        inbox.finish()
        await writeBatch(inbox.drain())
    }

    private func writeBatch(_ records: [RecordInbox.Record]) async {
        var (exchanges, waiters) = ([Exchange](), [CheckedContinuation<Void, Never>]())
        for record in records {
            switch record {
            case .exchange(let exchange, let mask): exchanges.append(await secrets.masked(exchange, mask))
            case .flush(let waiting): waiters.append(waiting)
            }
        }
        if !exchanges.isEmpty { await writeExchanges(exchanges) }
        for waiter in waiters { waiter.resume() }
    }

    private func writeExchanges(_ exchanges: [Exchange]) async {
        do throws(HistoryError) {
            try await store().record(exchanges)
        } catch {
            post(.store(.failed(error.description)))
            // The others are stored.
            guard exchanges.count > 1 else { return }
        }
        post(.store(.recorded))
    }

    /// Ends the queue; ``writeRecords()`` returns after all queued exchanges are written.
    nonisolated func finishRecording() { inbox.finish() }

    /// The requests of a set of entries, to send them again.
    func originals(_ ids: [Exchange.ID]) async -> OriginalEntries { OriginalEntries(ids, in: await store(), areWhole: false) }

    /// The entry with this id, from memory or the store.
    func exchange(_ id: Exchange.ID) async throws(HistoryError) -> Exchange? {
        try await exchange(id, in: await store())
    }

    func exchange(_ id: Exchange.ID, in store: any HistoryStore) async throws(HistoryError) -> Exchange? {
        if let example = examples[id] { return example }
        guard let exchange = try await store.exchange(id) else {
            post(.store(.failed("This entry is no longer in the history")))
            return nil
        }
        return exchange
    }

    private func show(_ id: Exchange.ID, for owner: TabID, as opening: EntryOpening, in store: any HistoryStore) async throws(HistoryError)
    {
        if let exchange = try await exchange(id, in: store) { await show(exchange, for: owner, as: opening) }
    }

    private func show(_ exchange: Exchange, for owner: TabID, as opening: EntryOpening = .focused) async {
        post(.store(.opened(exchange, owner: owner, as: opening)))
        guard let response = exchange.response else { return }
        let reader = BodyDownload(exchange: exchange.id, owner: owner, mediaType: response.headers["Content-Type"]) { [post] in
            post(.store(.bodyIndexed($0)))
        }
        await reader.read(response.body)
    }

    /// The history, opened on first use.
    func store() async -> any HistoryStore {
        if let opening { return await opening.value }
        // Shared by all callers that wait for it: cancelling one of them must not cancel the opening for the others.
        let task = Task { [open, post] in
            let opened = await open()
            if let warning = opened.warning { post(.store(.failed(warning))) }
            return opened.store
        }
        opening = task
        return await task.value
    }
}

/// The exchanges that wait to be written, added from any thread.
private final class RecordInbox: Sendable {
    /// Work for the writer.
    enum Record {
        case exchange(Exchange, SecretMask)
        /// Resumed when everything before it is kept.
        case flush(CheckedContinuation<Void, Never>)
    }

    /// An element when something was added since the last one.
    let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    // Guards the records; nothing is added after the end.
    private let state = Mutex<(records: [Record], isFinished: Bool)>(([], false))

    init() { (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Adds a record; false after the end.
    @discardableResult func add(_ record: sending Record) -> Bool {
        let isAdded = state.withLock { state in
            if !state.isFinished { state.records.append(record) }
            return !state.isFinished
        }
        arrived.yield()
        return isAdded
    }

    /// Removes all records and returns them in order.
    func drain() -> [Record] {
        state.withLock { state in
            defer { state.records = [] }
            return state.records
        }
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        arrived.finish()
    }
}
