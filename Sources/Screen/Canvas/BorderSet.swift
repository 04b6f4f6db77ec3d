/// The glyphs of lines, corners and scrollbars, each one column wide.
public struct BorderSet: Hashable, Sendable {
    /// A line from left to right.
    public var horizontal: Unicode.Scalar
    /// A line from top to bottom.
    public var vertical: Unicode.Scalar
    /// The four corners of a box.
    public var corners: Corners
    /// Where a line ends on another.
    public var tees: Tees
    /// Two lines across each other.
    public var cross: Unicode.Scalar
    /// What a scrollbar's thumb runs on.
    public var scrollTrack: Unicode.Scalar
    /// The part of a scrollbar that stands for what is shown.
    public var scrollThumb: Unicode.Scalar

    /// The glyphs of a box's corners.
    public struct Corners: Hashable, Sendable {
        /// Where the upper and the left edge meet.
        public var topLeft: Unicode.Scalar
        /// Where the upper and the right edge meet.
        public var topRight: Unicode.Scalar
        /// Where the lower and the left edge meet.
        public var bottomLeft: Unicode.Scalar
        /// Where the lower and the right edge meet.
        public var bottomRight: Unicode.Scalar
    }

    /// The glyphs of a line that ends on a box's edge, named by the edge.
    public struct Tees: Hashable, Sendable {
        /// A line to the right begins.
        public var left: Unicode.Scalar
        /// A line from the left ends.
        public var right: Unicode.Scalar
        /// A line down begins.
        public var top: Unicode.Scalar
        /// A line from above ends.
        public var bottom: Unicode.Scalar
    }

    /// Thin lines of Unicode's box drawing.
    public static let light = BorderSet(
        horizontal: "─", vertical: "│", corners: Corners(topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
        tees: Tees(left: "├", right: "┤", top: "┬", bottom: "┴"), cross: "┼", scrollTrack: "│", scrollThumb: "┃")

    /// Thin lines with round corners.
    public static let rounded = BorderSet(
        horizontal: "─", vertical: "│", corners: Corners(topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯"),
        tees: Tees(left: "├", right: "┤", top: "┬", bottom: "┴"), cross: "┼", scrollTrack: "│", scrollThumb: "┃")

    /// Thick lines.
    public static let heavy = BorderSet(
        horizontal: "━", vertical: "┃", corners: Corners(topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
        tees: Tees(left: "┣", right: "┫", top: "┳", bottom: "┻"), cross: "╋", scrollTrack: "│", scrollThumb: "█")

    /// ASCII alone, for terminals and fonts without box drawing and for screen readers.
    public static let ascii = BorderSet(
        horizontal: "-", vertical: "|", corners: Corners(topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
        tees: Tees(left: "+", right: "+", top: "+", bottom: "+"), cross: "+", scrollTrack: ":", scrollThumb: "#")
}
