import { PlainError } from '../../local/process/fail.ts'
import { print } from '../../local/trials/trial.ts'

/** Prints each figure beside its bar, and fails at the end, so that one broken bar does not hide the others. */
export function createBars() {
  const broken: string[] = []
  return {
    atMost(what: string, value: number, bar: number, unit: string) {
      const isKept = value <= bar
      print(`${isKept ? '  ' : '! '}${what}: ${rounded(value)} ${unit} (at most ${bar})`)
      if (!isKept) broken.push(what)
    },
    atLeast(what: string, value: number, bar: number, unit: string) {
      const isKept = value >= bar
      print(`${isKept ? '  ' : '! '}${what}: ${rounded(value)} ${unit} (at least ${bar})`)
      if (!isKept) broken.push(what)
    },
    /** A figure without a bar. */
    note: (what: string, value: number, unit: string) => print(`  ${what}: ${rounded(value)} ${unit}`),
    /** @throws PlainError that names the broken bars */
    judge() {
      if (broken.length > 0) throw new PlainError(`Beyond the bar: ${broken.join('; ')}.`)
    },
  }
}
export type Bars = ReturnType<typeof createBars>

const rounded = (value: number) => (Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0))
