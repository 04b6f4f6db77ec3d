import Screen

/// The picture over the cells: says what to do so that it is on the screen as long as nothing covers it. Knows no terminal and no clock.
///
/// The cells below it hold the same picture in half blocks, so that there is something to see meanwhile, and in a terminal that promises
/// more than it does.
struct PictureLayer {
    /// Something to do, in the order given.
    enum Step: Hashable {
        /// Sends this at once.
        case write(String)
        /// Writes the cells of rows anew, which clears what sixels left there.
        case redraw(rows: Range<Int>)
        /// Makes a picture ready, and hands it to ``PictureLayer/take(_:of:)``.
        case run(PictureJob)
        /// Sends these one by one as the terminal takes them, then calls ``PictureLayer/transmitted()``.
        case transmit([String])
        /// Sends no more of them.
        case stopTransmitting
    }

    private enum Delivery: Hashable {
        case none
        case running(PictureJob)
        case transmitting(PictureJob)
        /// Kitty has it, or the sixels are kept.
        case ready(PictureJob, sixels: String)
    }

    private var wanted: PictureJob?
    /// What is on the screen.
    private var shown: PictureJob?
    private var delivery = Delivery.none

    /// Before the cells are written: takes away what will not be shown.
    ///
    /// - Parameter isWhole: whether the terminal is cleared first, and with it every picture.
    mutating func willDraw(_ picture: PlacedPicture?, way: PictureWay?, isWhole: Bool) -> [Step] {
        wanted = way.flatMap { way in picture.flatMap { PictureJob(way, $0) } }
        if isWhole { return forget() }
        guard let before = shown, before != wanted else { return [] }
        shown = nil
        switch before.way {
        case .kitty: return [.write(KittyPicture.removal)]
        case .sixel: return [.redraw(rows: before.picture.rect.minY..<before.picture.rect.maxY)]
        }
    }

    /// After the cells were written: shows the picture, or begins to make it ready.
    mutating func didDraw() -> [Step] {
        guard let wanted, wanted != shown else { return [] }
        switch delivery {
        case .ready(let job, let sixels) where job.serves(wanted): return show(wanted, sixels)
        case .running(let job) where job.serves(wanted): return []
        case .transmitting(let job) where job.serves(wanted): return []
        default:
            let steps = stop()
            delivery = .running(wanted)
            return steps + [.run(wanted)]
        }
    }

    /// Takes what ``Step/run(_:)`` made.
    mutating func take(_ strings: [String], of job: PictureJob) -> [Step] {
        guard delivery == .running(job) else { return [] }
        if job.way == .kitty {
            delivery = .transmitting(job)
            return [.transmit(strings)]
        }
        delivery = .ready(job, sixels: strings.joined())
        return didDraw()
    }

    /// Takes note that the terminal has the picture.
    mutating func transmitted() -> [Step] {
        guard case .transmitting(let job) = delivery else { return [] }
        delivery = .ready(job, sixels: "")
        return didDraw()
    }

    /// Leaves nothing of it in the terminal; the next drawing begins anew.
    mutating func forget() -> [Step] {
        let steps = stop()
        shown = nil
        delivery = .none
        return steps
    }

    private mutating func show(_ job: PictureJob, _ sixels: String) -> [Step] {
        shown = job
        switch job.way {
        case .kitty: return [.write(KittyPicture.placement(in: job.picture.rect))]
        case .sixel: return [.write(KittyPicture.at(job.picture.rect) + sixels + "\u{1B}8")]
        }
    }

    private func stop() -> [Step] {
        switch delivery {
        case .transmitting: [.stopTransmitting, .write(KittyPicture.abortion + KittyPicture.deletion)]
        case .ready(let job, _) where job.way == .kitty: [.write(KittyPicture.deletion)]
        default: []
        }
    }
}

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
