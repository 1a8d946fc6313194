/// Bounds on what an input may ask for. Every size or depth that comes from input is held to one of
/// these, so that no file can make the reader grow or recurse without end.
///
/// The numbers are far above anything Apple's tools write (the deepest known report nests 2,000 frames
/// of a MetricKit call tree, two levels each) and far below what would hurt.
public enum Limits {
    /// Nesting of JSON containers. MetricKit call trees nest two levels a frame; deeper input is read to here.
    public static let jsonDepth = 6_000
    /// Nesting of property-list containers.
    public static let propertyListDepth = 512
    /// Values in one property list, counting a shared object each time it is reached.
    public static let propertyListNodes = 2_000_000
    /// Longest text of one XML node, in bytes (libxml2's own limit without XML_PARSE_HUGE is 10 MB).
    public static let xmlTextBytes = 10_000_000
    /// Longest XML start tag (libxml2 needs time by the square of its attributes; property lists have one).
    public static let xmlTagBytes = 4_096
    /// Namespaces that one XML tag may declare; property lists have none.
    public static let xmlNamespacesPerTag = 8
    /// Longest XML comment, instruction or document type.
    public static let xmlMarkupBytes = 1 << 20
    /// Largest report file that is read whole; larger inputs are not reports.
    public static let reportBytes = 256 << 20
    /// Threads, frames of one thread, and images of one report.
    public static let threads = 20_000
    public static let framesPerThread = 20_000
    public static let images = 50_000
    /// Records taken from one container (JSON array, MetricKit payload).
    public static let recordsPerFile = 100_000
    /// Issues kept for one input; the rest are counted.
    public static let issuesPerInput = 50
}
