/// Parts of assertion names by which the modes show that keep an app running without a background task.
///
/// Names in logs of iOS 13 to 26: mediaserverd's and audiomxd's, locationd's and CallKit's assertions.
enum LongRunningModes {
    static let parts: [(part: String, mode: String)] = [
        ("mediaserverd", "audio"), ("audiomxd", "audio"), ("MediaPlayback", "audio"), ("com.apple.audio", "audio"),
        ("AudioSession", "audio"), ("mediaexperience", "audio"),
        ("locationd", "location"), ("CoreLocation", "location"), ("CLInUseAssertion", "location"),
        ("callservicesd", "voip"), ("CallKit", "voip"), ("com.apple.TelephonyUtilities", "voip"), ("VoIP", "voip"),
        ("bluetoothd", "bluetooth"), ("com.apple.accessory", "accessory"),
    ]
}
