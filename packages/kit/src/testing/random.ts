/** The seed of a test with random steps, which the test prints: `PROPERTY_SEED=…` repeats a run. */
export const propertySeed = (): number => Number(process.env['PROPERTY_SEED'] ?? Date.now() % 2 ** 31)

/** The same numbers for the same seed (mulberry32), from 0 up to but not including 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
