import { fewestSamples } from '@darsi/contracts/rules/fewest.ts'

/** Hides counts below five, which could identify a person; 0 is shown. */
export function masked(count: number): number | null {
  return count > 0 && count < fewestSamples ? null : count
}

/** For pages that everyone reads: two exact figures would show who registered in between. */
export const rounded = (count: number): number => Math.floor(count / fewestSamples) * fewestSamples
