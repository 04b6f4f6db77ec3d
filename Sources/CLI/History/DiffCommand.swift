import Comparison
import Engine
import JSON
import Platform
import Workspace

/// `apus diff`: compares two responses.
enum DiffCommand {
    static let spec = CommandSpec(
        "diff", "Compare two responses from the history or files",
        operands: [
            OperandSpec(
                "A", "the old response: an id of apus history or the beginning of one, a file, or - for standard input", .one,
                .entryOrFile),
            OperandSpec("B", "the new response", .one, .entryOrFile),
        ],
        options: DifferenceOptions.rules + [
            OptionSpec("unified", "u", "Print a unified diff of the bodies, including ignored differences; nothing if there are no others"),
            OptionSpec("json-patch", "p", "Print the JSON Patch (RFC 6902) from the old body to the new one"),
            OptionSpec("json", "j", "Print the differences as JSON"),
            OptionSpec("quiet", "q", "Print nothing; the exit code is 1 if there are differences"),
        ],
        details: [
            "JSON and XML are compared by structure, other text by lines, everything else by bytes. A line that begins with `@` is the path of the differences below it. In XML, comments, white space between "
                + "tags and the amount of other white space do not count. For two history entries the status "
                + "is compared too, and with --headers the response headers.",
            "Exit code 0: no differences. 1: differences. 2: a response cannot be read, or is stored only in part and that part is equal.",
        ],
        examples: [
            .init("apus diff 3f2a9c1e 9b01d2aa", "compare two entries of the history"),
            .init("apus send api/list | apus diff expected.json - --ignore-times", "compare a response with a file"),
            .init("apus diff a.json b.json --ignore /meta --ignore '/items/*/etag'", "ignore values that always differ"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) async throws -> Int32 {
        try words.refuseCombining("unified", "json-patch", "json", "quiet")
        try words.refuse("ignore-header", without: "headers")
        guard words.operands != ["-", "-"] else { throw UsageError("only one of the two can be standard input") }
        let old = try await ComparedSide(words.operands[0], context)
        let new = try await ComparedSide(words.operands[1], context)
        let notes = [old.note, new.note].compactMap(\.self)
        for note in notes { context.streams.writeError(line: "apus diff: \(note)") }
        let difference = try ResponseDifference(old, new, try DifferenceOptions(words))
        try print(
            difference, as: ["unified", "json-patch", "json", "quiet"].first(where: words.has), old, new, context.streams,
            hasColors: context.hasColors)
        return difference.isEqual ? notes.isEmpty ? 0 : 2 : 1
    }

    private static func print(
        _ difference: ResponseDifference, as format: String?, _ old: ComparedSide, _ new: ComparedSide, _ streams: CommandStreams,
        hasColors: Bool
    ) throws {
        switch format {
        case "quiet": return
        case "json": try streams.write(difference.json.prettyText)
        case "json-patch":
            guard let patch = try difference.bodies.patch() else {
                throw CommandError("a JSON Patch needs two JSON bodies", code: 2)
            }
            try streams.write(patch.document.prettyText)
        case "unified":
            guard let bytes = difference.bodies.unifiedDiff(old.name, new.name) else {
                throw CommandError("a unified diff needs two text bodies", code: 2)
            }
            if !difference.bodies.isEqual { try streams.write(bytes) }
        default:
            guard !difference.isEqual else { return }
            let heads = [("- ", old), ("+ ", new)].map { DifferenceLine($0, $1.title) }
            try streams.write(painted: (heads + difference.lines).map { $0.text(hasColors: hasColors) }.joined())
        }
    }
}

/// One side of a comparison on the command line.
struct ComparedSide: Sendable {
    /// The word on the command line.
    let name: String
    /// The exchange; nil for a file.
    let exchange: Exchange?
    let bytes: ComparedBytes

    /// Reads a side: standard input for `-`, else a file, else an entry of the history.
    ///
    /// - Throws: a ``CommandError`` with code 2 if none of them exists.
    init(_ word: String, _ context: CommandContext) async throws {
        name = word
        do {
            if word == "-" {
                (exchange, bytes) = (nil, ComparedBytes(try context.streams.readAll()))
            } else if FileStatus(of: word) != nil {
                (exchange, bytes) = (nil, try ComparedBytes(file: word))
            } else if word.isBeginningOfID {
                let entry = try await context.live.openHistory().entry(word)
                (exchange, bytes) = (entry, try ComparedBytes(entry.response?.body).text(of: entry.response))
            } else {
                throw CommandError("“\(word)” is neither a file nor the id of a history entry", code: 2)
            }
        } catch let error as HistoryError {
            throw CommandError(error.message, code: 2)
        } catch let error as SystemError where error.number == EFBIG {
            throw CommandError(
                "\(word) is a pipe or a device with more than \(ComparedBytes.unmappedLimit >> 20) MB: save it in a file, and compare that",
                code: 2)
        } catch let error as SystemError {
            throw CommandError("\(error)", code: 2)
        }
    }

    /// The side in one line, for the user.
    var title: String {
        guard let exchange else { return name == "-" ? "standard input" : name }
        return "\(exchange.id.prefix(8))  \(TimeText.moment(exchange.startedAt))  \(exchange.request.method) \(exchange.request.url)"
    }

    /// A sentence about an incomplete stored body; nil for others.
    var note: String? {
        ExchangeComparison.storedPart(of: exchange?.response?.body, bytes).map { "the stored body of \(name) is incomplete: \($0)" }
    }
}

extension String {
    /// True if an id of the history can begin with this text.
    fileprivate var isBeginningOfID: Bool { !isEmpty && count <= 36 && allSatisfy { $0.isHexDigit || $0 == "-" } }
}
