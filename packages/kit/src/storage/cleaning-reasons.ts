/** Why the cleaning process refuses a file; each has an exit code of its own. */
export const exitReasons = ['file-unreadable', 'picture-too-large', 'pdf-too-long', 'pdf-locked'] as const
export type ExitReason = (typeof exitReasons)[number]

/** Above those of Node.js and of a shell's errors, below those of signals. */
export const exitCodeOf = (reason: ExitReason): number => 80 + exitReasons.indexOf(reason)

export class RefusedFile extends Error {
  readonly reason: ExitReason
  constructor(reason: ExitReason) {
    super(reason)
    this.reason = reason
  }
}
