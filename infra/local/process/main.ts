import { messageOf, Stopped } from './fail.ts'
import { endAllGroups } from './groups.ts'

const controller = new AbortController()

/** Aborted when this process should end: on Ctrl-C, SIGTERM, SIGHUP, or when its parent process ended. */
export const lifetime: AbortSignal = controller.signal

/** Runs a command's main function. A plain error prints its message only and gives exit code 1. */
export async function main(run: () => Promise<number>): Promise<never> {
  let askedAt = 0
  const ask = () => {
    // Ctrl-C arrives from the terminal and from npm at once; only a later one forces the end
    if (askedAt > 0 && Date.now() - askedAt > 1000) process.exit(130)
    askedAt ||= Date.now()
    controller.abort(new Stopped('Stopped.'))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.on('disconnect', ask)
  process.channel?.unref()
  // the terminal was closed
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const code = await run().catch((error: unknown) => {
    if (error instanceof Stopped) return 130
    process.stderr.write(`\n${messageOf(error)}\n`)
    return 1
  })
  await endAllGroups()
  process.exit(code)
}

/** Rejects as soon as the signal is aborted, without waiting for the promise. */
export function unlessStopped<T>(stop: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!stop) return promise
  return new Promise((resolve, reject) => {
    const abandon = () => reject(stop.reason)
    if (stop.aborted) abandon()
    stop.addEventListener('abort', abandon, { once: true })
    promise.then(resolve, reject).finally(() => stop.removeEventListener('abort', abandon))
  })
}

/** Progress for the person at the terminal. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
