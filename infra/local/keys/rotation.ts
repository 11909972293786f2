type Key = { kid: string; d?: string; [name: string]: unknown }
export type KeySet = { keys: Key[] }

/**
 * A key is replaced in three steps, each followed by a restart of its readers, so that nobody is logged out and
 * everything stays readable: `add` adds a new key, `sign` makes it the one that signs or seals, `drop` removes the old
 * ones.
 */
export const steps = ['add', 'sign', 'drop'] as const
export type Step = (typeof steps)[number]

/** The keys after a step; the first one signs or seals. @throws Error when the previous step is missing */
export function rotated<K>(keys: readonly K[], step: Step, fresh: K): K[] {
  const [first] = keys
  const last = keys.at(-1)
  if (!first || !last) throw new Error('there is no key to rotate')
  if (step === 'add') return [...keys, fresh]
  if (step === 'drop') return [first]
  if (keys.length === 1) throw new Error('add a key first')
  return [last, ...keys.slice(0, -1)]
}

export function publicHalves({ keys }: KeySet): KeySet {
  return { keys: keys.map(({ d: _private, ...publicHalf }) => publicHalf) }
}
