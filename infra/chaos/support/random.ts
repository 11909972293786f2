import { print } from '../../local/trials/trial.ts'

export type Random = () => number

/** Numbers between 0 and 1 that depend on the seed only. `SEED=…` repeats a run. */
export function seeded(): { seed: number; random: Random } {
  const seed = Number(process.env['SEED'] ?? Date.now() % 100_000)
  print(`seed ${seed}`)
  let state = seed
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return { seed, random }
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
