public import Screen
public import Testing

/// A canvas as text for a file, with how every stretch of it looks in a theme: colours and attributes, as the terminal gets them.
public struct LookSnapshot: Hashable, Sendable {
    /// The whole text, with a line end at its end.
    public let text: String

    /// Takes what `canvas` shows in `theme`.
    public init(_ canvas: Canvas, in theme: Theme) {
        let rows = (0..<canvas.size.height).map { y in
            let looks = (0..<canvas.size.width).map { Self.name(of: theme.style(of: canvas[Point(x: $0, y: y)].style)) }
            return "\(y): " + Self.runs(of: looks).joined(separator: ", ")
        }
        text = "theme: \(theme.name)\n\n\(canvas.text)\n\n" + rows.joined(separator: "\n") + "\n"
    }

    private static func runs(of looks: [String]) -> [String] {
        var runs: [(look: String, count: Int)] = []
        for look in looks {
            if runs.last?.look == look { runs[runs.count - 1].count += 1 } else { runs.append((look, 1)) }
        }
        return runs.map { "\($0.look) \($0.count)" }
    }

    private static func name(of style: Style) -> String {
        let attributes: [(Style.Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let set = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        let colors = [style.foreground, style.background].map { $0 == .terminal ? "-" : "\($0)" }.joined(separator: "/")
        return (colors == "-/-" ? set.isEmpty ? ["plain"] : set : [colors] + set).joined(separator: "+")
    }
}

/// Expects that `canvas` looks in `theme` as the snapshot `name` says. `UPDATE_SNAPSHOTS=1` in the environment writes it anew.
public func expectLook(
    _ canvas: Canvas, in theme: Theme, named name: String, testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try SnapshotFile(name, testFile: testFile).verify(LookSnapshot(canvas, in: theme).text, sourceLocation: sourceLocation)
}
