/** An error whose message is written for the person at the terminal: shown as it is, without a stack. */
export class PlainError extends Error {}

/** What is thrown when the person, or the system, asked to stop in the middle of something. */
export class Stopped extends PlainError {}

export function messageOf(error: unknown): string {
  if (error instanceof PlainError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
