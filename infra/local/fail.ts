/** An error whose message is written for the person at the terminal: shown as it is, without a stack. */
export class PlainError extends Error {}

/** Runs a command's main function; a plain error is one clear message and exit code 1. */
export async function main(run: () => Promise<number | undefined>): Promise<void> {
  try {
    const code = await run()
    process.exit(code ?? 0)
  } catch (error) {
    const text =
      error instanceof PlainError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`\n${text}\n`)
    process.exit(1)
  }
}
