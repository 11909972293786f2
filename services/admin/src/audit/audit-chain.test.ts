import { describe, expect, it } from '@jest/globals'
import type { Entry } from './audit-action.ts'
import { isIntact as follows } from './audit-chain.ts'
import { createAuditMac } from './audit-mac.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const { hashOf, keyId } = createAuditMac(key)
const isIntact = (entries: readonly Entry[]) => follows(entries, (entry) => entry.hash === hashOf(entry))

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
      shown: [],
      at: new Date(sequence * 1000),
      previous: entries[0]?.hash ?? '',
      key: keyId,
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

  it('needs its key for new entries, and accepts entries of an older key', () => {
    const [entry] = chain(1)
    if (!entry) throw new Error('no entry')
    const other = createAuditMac(Buffer.alloc(32, 8).toString('base64'))
    expect(other.hashOf({ ...entry, key: other.keyId })).not.toBe(entry.hash)
    expect(other.hashOf(entry)).toBe('')
    const rotated = createAuditMac(`${Buffer.alloc(32, 8).toString('base64')},${key}`)
    expect(rotated.hashOf(entry)).toBe(entry.hash)
    expect(hashOf({ ...entry, key: '' })).toBe('')
  })
})
