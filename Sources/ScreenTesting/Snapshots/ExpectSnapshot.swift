public import Screen
public import Testing

/// Expects that `canvas` looks as the snapshot `name` says.
///
/// The snapshot holds the text and the role of every cell. `UPDATE_SNAPSHOTS=1` in the environment writes it anew.
public func expectSnapshot(
    _ canvas: Canvas, named name: String, testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try SnapshotFile(name, testFile: testFile).verify(CanvasSnapshot(canvas).text, sourceLocation: sourceLocation)
}
