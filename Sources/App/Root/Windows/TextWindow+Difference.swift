import Screen
import JSON
import Workspace

extension TextWindow where Sent == Message {
    /// How two versions of a request differ, line by line; signs say what colours say.
    static func difference(between theirs: RequestDraft, and mine: RequestDraft, closing: Message) -> TextWindow<Message> {
        let (old, new) = (lines(of: theirs), lines(of: mine))
        let difference = new.difference(from: old)
        var removed: [Int: String] = [:]
        var added: [Int: String] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, let line, _): removed[offset] = line
            case .insert(let offset, let line, _): added[offset] = line
            }
        }
        var shown = [Line("- stands in the file, + is yours", .textMuted), Line()]
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if let line = removed[i] {
                shown.append(Line("- " + line, .differenceRemoved))
                i += 1
            } else if let line = added[j] {
                shown.append(Line("+ " + line, .differenceAdded))
                j += 1
            } else {
                if i < old.count { shown.append(Line("  " + old[i], .textMuted)) }
                (i, j) = (i + 1, j + 1)
            }
        }
        return TextWindow("Changes on disk and yours", shown, closing: closing)
    }

    private static func lines(of draft: RequestDraft) -> [String] {
        draft.document.prettyText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
