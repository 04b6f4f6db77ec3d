/// The program's version.
public enum Version {
    /// Major, minor and patch number.
    public static let number = "0.1.0"
}
