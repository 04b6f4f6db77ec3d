/// Counts of bytes as text.
package enum ByteText {
    private static let units = ["kB", "MB", "GB", "TB"]

    /// `312 B`, `1.2 kB`, `48 MB`, in steps of a thousand.
    package static func count(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes) / 1000
        var unit = 0
        while value >= 999.5, unit + 1 < units.count {
            value /= 1000
            unit += 1
        }
        return (value < 9.95 ? decimal(value, digits: 1) : String(Int(value.rounded()))) + " " + units[unit]
    }
}
