/// Suggests a known name for a misspelt one, for warnings about files that are written by hand.
public enum NearestName {
    /// The known name with the smallest edit distance; nil if none is similar enough for its length.
    public static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased())
        let limit = max(1, wanted.count / 3)
        let ranked = known.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }
        return ranked.filter { $0.distance <= limit }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The number of letters that must be added, removed, replaced or exchanged with their neighbour (Damerau-Levenshtein distance).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var older: [Int] = []
        var old = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let isSame = left[i] == right[j]
                var least = min(old[j + 1] + 1, row[j] + 1, old[j] + (isSame ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { least = min(least, older[j - 1] + 1) }
                row.append(least)
            }
            (older, old) = (old, row)
        }
        return old[right.count]
    }
}
