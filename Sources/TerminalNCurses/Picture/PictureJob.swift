import Screen

/// A picture that is to be made ready for a terminal, which takes longer than a frame.
struct PictureJob: Hashable, Sendable {
    /// How the terminal shows it.
    let way: PictureWay
    /// What is to be shown and where.
    let picture: PlacedPicture

    /// More points than these are not written as sixels.
    static let largestSixel = 3_000_000

    /// Nil when the picture would be too large.
    init?(_ way: PictureWay, _ picture: PlacedPicture) {
        self.way = way
        self.picture = picture
        if case .sixel = way, sixelSize.width * sixelSize.height > Self.largestSixel { return nil }
    }

    /// Whether the result of this one serves another: Kitty scales a picture, sixels are as many as there are.
    func serves(_ other: PictureJob) -> Bool {
        guard way == other.way, picture.bitmap == other.picture.bitmap else { return false }
        return way == .kitty || picture.rect.size == other.picture.rect.size
    }

    private var sixelSize: Size {
        guard case .sixel(let cell) = way else { return picture.bitmap.size }
        return Size(width: picture.rect.width * cell.width, height: picture.rect.height * cell.height)
    }

    /// The strings that bring the points to the terminal, in order.
    func run() -> [String] {
        switch way {
        case .kitty: KittyPicture.transmission(of: picture.bitmap)
        case .sixel: [String(decoding: SixelPicture(picture.bitmap.scaled(to: sixelSize)).bytes, as: UTF8.self)]
        }
    }
}
