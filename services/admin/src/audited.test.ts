import { deeds } from '@darsi/contracts/deeds.ts'
import { describe, expect, it } from '@jest/globals'
import { audited, deedsOfAdministrators } from './audited.ts'

describe('what the audit log remembers', () => {
  it('has words for every event that is remembered', () => {
    const remembered = Object.entries(audited).flatMap(([type, keep]) => (keep ? [type] : []))
    // `as`: a list of texts to look in
    expect(remembered.filter((type) => !(deeds as readonly string[]).includes(type))).toEqual([])
  })

  it('shows merges, exports and backups as recent activity, and nobody’s sign-ins', () => {
    expect(deedsOfAdministrators).toEqual(
      expect.arrayContaining(['duplicate.merged', 'users.exported', 'system.backed-up', 'user.taken']),
    )
    expect(deedsOfAdministrators).not.toContain('user.logged-in')
  })
})
