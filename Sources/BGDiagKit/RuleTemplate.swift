/// The text `bgdiag rules new` writes: a rule that loads and whose examples pass, to be changed from there.
public enum RuleTemplate {
    public static func text(id: String) -> String {
        """
        id: \(id)
        verdict: watchdog-scene-update
        title: A short headline in plain words
        level: warning
        subject: process-exit
        needs: { any: [termination] }
        when: exit.event == "scene-update" AND process.bundle BEGINSWITH "com.example."
        confidence:
          likely: TRUEPREDICATE
        message: '${process.name|The app} did not finish its scene update in ${exit.allowance:seconds}'
        cite: [event, exit]
        what: >
          What the system saw.
        why: >
          What usually leads to it in this app.
        fix: >
          What to change.
        false-positives: >
          When this rule would be wrong.
        references: []
        examples:
          matching:
            - report: |
                Identifier:          com.example.app
                Exception Type:  EXC_CRASH (SIGKILL)
                Termination Reason: FRONTBOARD 2343432205
                <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<com.example.app>:7 exhausted real (wall clock) time allowance of 10.00 seconds reportType:CrashLog maxTerminationResistance:Interactive>
              expect: { confidence: likely }
          not-matching:
            - report: |
                Identifier:          com.example.app
                Exception Type:  EXC_CRASH (SIGABRT)
                Termination Reason: SIGNAL 6 Abort trap: 6
              because: an ordinary crash has no watchdog event

        """
    }
}
