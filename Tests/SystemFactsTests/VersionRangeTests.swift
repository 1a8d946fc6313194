import SystemFacts
import Testing

@Suite struct VersionRangeTests {
    @Test(
        arguments: [
            (nil, nil, [5], true), ([13], nil, [13], true), ([13], nil, [12, 9, 9], false), ([13], nil, [26, 1], true),
            (nil, [13], [13], true), (nil, [13], [13, 7, 2], true), (nil, [13], [14], false), (nil, [13], [4], true),
            ([13], [17], [15, 4], true), ([13], [17], [17, 6], true), ([13], [17], [18], false),
            ([13, 4], nil, [13, 3], false),
            ([13, 4], nil, [13, 4], true), ([13, 4], nil, [13, 4, 1], true), (nil, [13, 3], [13, 3, 9], true),
            (nil, [13, 3], [13, 4], false), (nil, [13, 3], [13], true), ([9], nil, [10], true), (nil, [9], [10], false),
            ([18, 0], nil, [18], true), ([13], [13], [13, 5], true), ([13], nil, [], false),
        ] as [([Int]?, [Int]?, [Int], Bool)])
    func holdsItsVersions(since: [Int]?, until: [Int]?, version: [Int], expected: Bool) {
        #expect(VersionRange(since: since, until: until).contains(version) == expected)
    }

    @Test func anUnknownVersionIsInEveryRange() {
        #expect(VersionRange(since: [13], until: [17]).contains(nil))
        #expect(VersionRange().contains(nil))
    }

    @Test(
        arguments: [
            (nil, nil, "all versions"), ([13], nil, "iOS 13 and later"), (nil, [12], "iOS 12 and earlier"),
            ([13], [17], "iOS 13–17"), ([13, 4], [13, 4], "iOS 13.4"),
        ] as [([Int]?, [Int]?, String)])
    func isSaidInWords(since: [Int]?, until: [Int]?, words: String) {
        #expect(VersionRange(since: since, until: until).words == words)
    }
}
