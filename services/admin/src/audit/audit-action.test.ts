import { describe, expect, it } from '@jest/globals'
import { administratorActions } from './audit-action.ts'

describe('the audit log', () => {
  it('shows merges, exports and backups as recent activity, but no sign-ins', () => {
    expect(administratorActions).toEqual(
      expect.arrayContaining(['duplicate.merged', 'users.exported', 'system.backed-up', 'user.taken']),
    )
    expect(administratorActions).not.toContain('user.logged-in')
  })
})
