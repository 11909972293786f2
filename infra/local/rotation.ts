type Key = { kid: string; d?: string; [name: string]: unknown }
export type KeySet = { keys: Key[] }

/**
 * A signing key is replaced in three steps, each followed by a restart of what reads it, so that nobody is logged out:
 * `add` publishes a new key, `sign` lets it sign while the old one still verifies, `drop` withdraws the old ones.
 */
export const steps = ['add', 'sign', 'drop'] as const
export type Step = (typeof steps)[number]

/** The private keys after a step; the first one signs. @throws Error when the step before is missing */
export function rotated({ keys }: KeySet, step: Step, fresh: Key): KeySet {
  const [first] = keys
  const last = keys.at(-1)
  if (!first || !last) throw new Error('there is no key to rotate')
  if (step === 'add') return { keys: [...keys, fresh] }
  if (step === 'drop') return { keys: [first] }
  if (keys.length === 1) throw new Error('add a key first')
  return { keys: [last, ...keys.slice(0, -1)] }
}

export function publicHalves({ keys }: KeySet): KeySet {
  return { keys: keys.map(({ d: _private, ...publicHalf }) => publicHalf) }
}
