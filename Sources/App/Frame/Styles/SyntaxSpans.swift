import Widgets
import Workspace

enum SyntaxSpans {
    static func spans(of line: String, kind: BodyDraft.Kind) -> [TextSpan] { [] }
}
