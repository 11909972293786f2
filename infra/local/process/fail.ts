/** An error with a message for the person at the terminal, shown without a stack. */
export class PlainError extends Error {}

/** Thrown when the person, or the system, requested a stop. */
export class Stopped extends PlainError {}

export function messageOf(error: unknown): string {
  if (error instanceof PlainError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
