/// How a user wants pictures to be shown.
public enum PictureMode: String, CaseIterable, Sendable {
    /// In points where the terminal says that it can, else in half blocks.
    case auto
    /// In half blocks: two points in each cell.
    case blocks
    /// In points, by the graphics protocol of Kitty.
    case kitty
    /// In points, by the sixel graphics of the VT340.
    case sixel
    /// Not at all: a picture's bytes are shown.
    case none
}
