import { type PlainError, Stopped } from './fail.ts'
import { lifetime, say } from './main.ts'

type Running = { stop: () => Promise<void> }

/** Starts something and keeps it until Ctrl-C, or until one of its processes keeps dying. @returns the exit code */
export async function hold<T extends Running>(
  start: (gaveUp: (error: PlainError) => void) => Promise<T>,
  started: (running: T) => void,
): Promise<number> {
  let running: T | undefined
  try {
    let giveUp: (error: PlainError) => void = () => {}
    const end = new Promise<never>((_, reject) => {
      giveUp = reject
      lifetime.addEventListener('abort', () => {
        say('Stopping…')
        reject(lifetime.reason)
      })
    })
    // awaited below; without a handler until then it would be an unhandled rejection
    end.catch(() => {})
    running = await start(giveUp)
    started(running)
    return await end
  } catch (error) {
    await running?.stop()
    // requested, so not a failure
    if (error instanceof Stopped) return 0
    throw error
  }
}
