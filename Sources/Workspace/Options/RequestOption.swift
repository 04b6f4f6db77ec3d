import HTTP
import JSON

/// Everything that is known of one of the options: its name in the files and on the screen, how it is written, and what it does.
///
/// ``all`` is the one table of them. The files, inheritance, the form, requests as text, curl commands, what will be sent and
/// `docs/options.md` all read it.
public struct RequestOption: Sendable {
    /// Its name in the files, with a dot between levels: `tls.verify`.
    public let name: String
    /// What the screen calls it.
    public let label: String
    /// What it is for, in a sentence or two.
    public let help: String
    /// What applies where nobody says anything.
    public let unset: String
    /// All that it can be, where that is a few words.
    public let choices: [String]
    /// Whether it is the path of a file.
    public let isPath: Bool
    /// Whether nobody may see it.
    public let isSecret: Bool
    /// The properties of `HTTPRequest` that it sets, as the core's errors name them.
    public let coreNames: [String]
    /// The option that it says more about: it is inherited with that one only.
    let owner: String?
    let access: Access

    /// The value, with its type erased.
    struct Access: Sendable {
        let isSet: @Sendable (RequestOptions) -> Bool
        let copy: @Sendable (RequestOptions, inout RequestOptions) -> Void
        let decode: @Sendable (JSONValue, JSONPointer, inout RequestOptions) throws(FormatError) -> Void
        let encode: @Sendable (RequestOptions) -> JSONValue?
        let text: @Sendable (RequestOptions) -> String
        let take: @Sendable (String?, inout RequestOptions) throws(OptionProblem) -> Void
        let resolve: @Sendable (inout RequestResolver, RequestOption, inout RequestOptions, inout HTTPRequest) -> Void
    }

    /// Whether the options say it.
    public func isSet(in options: RequestOptions) -> Bool { access.isSet(options) }

    /// What the options say, as one types it; empty where they say nothing.
    public func text(in options: RequestOptions) -> String { access.text(options) }

    /// Takes what was typed; an empty text says nothing.
    ///
    /// - Returns: what was expected, where it cannot be taken: then the options stay as they were.
    public func take(_ text: String, in options: inout RequestOptions) -> String? {
        do throws(OptionProblem) {
            try access.take(text.isEmpty ? nil : text, &options)
            return nil
        } catch {
            return error.expected
        }
    }

    /// What was typed last: what the options say, or what cannot be read.
    public func typed(in options: RequestOptions) -> String { options.unread[name] ?? text(in: options) }

    /// Takes what was typed. What cannot be read is kept beside, and leaves the option as it was.
    public func keep(_ text: String, in options: inout RequestOptions) {
        let isTaken = take(text, in: &options) == nil || text == self.text(in: options)
        options.unread[name] = isTaken ? nil : text
    }

    /// The option of that name in the files.
    public static func named(_ name: String) -> RequestOption? { all.first { $0.name == name } }

    /// Where a person finds it: `Options → Idle time-out`.
    public var place: String {
        "Options → " + (label.hasSuffix(")") ? String(label.prefix { $0 != "(" }.dropLast()) : label)
    }

    /// Puts the names that a person finds in the place of the properties that the core names in backticks.
    public static func naming(_ message: String) -> String {
        guard message.utf8.contains(UInt8(ascii: "`")) else { return message }
        return all.reduce(message) { message, option in
            option.coreNames.reduce(message) { $0.replacing("`\($1)`", with: option.place) }
        }
    }
}

/// A text that an option cannot be.
struct OptionProblem: Error {
    /// What was expected, without a full stop.
    let expected: String
}
