import Screen

/// The picture over the cells: computes the steps that keep it on the screen. Has no terminal and no clock.
///
/// The cells below hold the same picture in half blocks, which is visible until the picture is ready, and in terminals that do not support
/// what they announce.
struct PictureLayer {
    /// A step to execute in the given order.
    enum Step: Hashable {
        /// Writes this text now.
        case write(String)
        /// Writes rows in full, which removes sixels from them.
        case redraw(rows: Range<Int>)
        /// Encodes a picture and passes it to ``PictureLayer/store(_:of:)``.
        case run(PictureJob)
        /// Sends the strings one by one as the terminal accepts them, then calls ``PictureLayer/transmitted()``.
        case transmit([String])
        /// Stops sending.
        case stopTransmitting
    }

    private enum Delivery: Hashable {
        case none
        case running(PictureJob)
        case transmitting(PictureJob)
        /// Kitty has the picture, or the sixels are encoded.
        case ready(PictureJob, sixels: String)
    }

    private var wanted: PictureJob?
    /// The picture on the screen.
    private var shown: PictureJob?
    private var delivery = Delivery.none

    /// Removes a picture that changes, before the cells are written; `isWhole` if the terminal is cleared first, which removes every picture.
    mutating func willDraw(_ picture: PlacedPicture?, format: PictureFormat?, isWhole: Bool) -> [Step] {
        wanted = format.flatMap { format in picture.flatMap { PictureJob(format, $0) } }
        if isWhole { return forget() }
        guard let before = shown, before != wanted else { return [] }
        shown = nil
        switch before.format {
        case .kitty: return [.write(KittyPicture.removal)]
        case .sixel: return [.redraw(rows: before.picture.rect.minY..<before.picture.rect.maxY)]
        }
    }

    /// Displays the picture or starts encoding it, after the cells were written.
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

    /// Takes the result of ``Step/run(_:)``.
    mutating func store(_ strings: [String], of job: PictureJob) -> [Step] {
        guard delivery == .running(job) else { return [] }
        if job.format == .kitty {
            delivery = .transmitting(job)
            return [.transmit(strings)]
        }
        delivery = .ready(job, sixels: strings.joined())
        return didDraw()
    }

    /// Records that the terminal has received the picture.
    mutating func transmitted() -> [Step] {
        guard case .transmitting(let job) = delivery else { return [] }
        delivery = .ready(job, sixels: "")
        return didDraw()
    }

    /// Removes everything from the terminal; the next drawing starts from the beginning.
    mutating func forget() -> [Step] {
        let steps = stop()
        shown = nil
        delivery = .none
        return steps
    }

    private mutating func show(_ job: PictureJob, _ sixels: String) -> [Step] {
        shown = job
        switch job.format {
        case .kitty: return [.write(KittyPicture.placement(in: job.picture.rect))]
        case .sixel: return [.write(KittyPicture.at(job.picture.rect) + sixels + "\u{1B}8")]
        }
    }

    private func stop() -> [Step] {
        switch delivery {
        case .transmitting: [.stopTransmitting, .write(KittyPicture.abortion + KittyPicture.deletion)]
        case .ready(let job, _) where job.format == .kitty: [.write(KittyPicture.deletion)]
        default: []
        }
    }
}

/// The encoding of a picture for a terminal, which takes longer than a frame.
struct PictureJob: Hashable, Sendable {
    /// The protocol.
    let format: PictureFormat
    let picture: PlacedPicture

    /// The largest picture in pixels that is sent as sixels.
    static let largestSixel = 3_000_000

    /// Creates a job; nil if the picture is too large.
    init?(_ format: PictureFormat, _ picture: PlacedPicture) {
        self.format = format
        self.picture = picture
        if case .sixel = format, sixelSize.width * sixelSize.height > Self.largestSixel { return nil }
    }

    /// True if the result of this job can display `other`: Kitty scales pictures, sixels have a fixed size.
    func serves(_ other: PictureJob) -> Bool {
        guard format == other.format, picture.bitmap == other.picture.bitmap else { return false }
        return format == .kitty || picture.rect.size == other.picture.rect.size
    }

    private var sixelSize: Size {
        guard case .sixel(let cell) = format else { return picture.bitmap.size }
        return Size(width: picture.rect.width * cell.width, height: picture.rect.height * cell.height)
    }

    /// The strings that transmit the pixels, in order.
    func run() -> [String] {
        switch format {
        case .kitty: KittyPicture.transmission(of: picture.bitmap)
        case .sixel: [String(decoding: SixelPicture(picture.bitmap.scaled(to: sixelSize)).bytes, as: UTF8.self)]
        }
    }
}
