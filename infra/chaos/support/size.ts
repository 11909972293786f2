import { loadavg } from 'node:os'
import { print } from '../../local/trials/trial.ts'

/** Set by `npm run chaos -- nightly`. */
const isFull = process.env['SIZE'] === 'full'

/** A number of a scenario: from the environment, or its full or small size. */
export function amount(name: string, { small, full }: { small: number; full: number }): number {
  const given = Number(process.env[name])
  return Number.isFinite(given) && given > 0 ? given : isFull ? full : small
}

/** Figures of a busy machine are only comparable beside its load. */
export function printLoad(): void {
  print(
    `  load average ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
}
