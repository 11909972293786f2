import { describe, expect, it } from '@jest/globals'
import { type Entry, hashOf, isIntact } from './audit-log.ts'

/** Newest first. */
function chain(length: number): Entry[] {
  const entries: Entry[] = []
  for (let sequence = 1; sequence <= length; sequence++) {
    const entry = {
      _id: `admin.x.${sequence}`,
      sequence,
      action: 'user.approved',
      by: 'a',
      target: 'x',
      detail: '',
      at: new Date(sequence * 1000),
      previous: entries[0]?.hash ?? '',
    }
    entries.unshift({ ...entry, hash: hashOf(entry) })
  }
  return entries
}

describe('the audit log', () => {
  it('is intact as it was written', () => {
    expect(isIntact(chain(5))).toBe(true)
    expect(isIntact([])).toBe(true)
  })

  it('shows an entry that was changed', () => {
    expect(isIntact(chain(5).map((entry) => (entry.sequence === 3 ? { ...entry, by: 'b' } : entry)))).toBe(
      false,
    )
  })

  it('shows an entry that was changed together with its hash', () => {
    const forged = chain(5).map((entry) => {
      const changed = { ...entry, by: 'b' }
      return entry.sequence === 3 ? { ...changed, hash: hashOf(changed) } : entry
    })
    expect(isIntact(forged)).toBe(false)
  })

  it('shows a gap', () => {
    expect(isIntact(chain(5).filter(({ sequence }) => sequence !== 3))).toBe(false)
  })
})
