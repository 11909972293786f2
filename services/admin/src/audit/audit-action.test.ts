import type { View } from '@darsi/kit/http/view-record.ts'
import { describe, expect, it } from '@jest/globals'
import { administratorActions, viewAction } from './audit-action.ts'
import { createAuditMac } from './audit-mac.ts'

const mac = createAuditMac(Buffer.alloc(32, 7).toString('base64'))
const view: Omit<View, 'at'> = {
  action: 'audit.listed',
  by: 'a',
  target: '',
  shown: [],
  words: '',
  request: '',
}
const idAt = (at: string) => viewAction({ ...view, at: new Date(at) }, mac).id

describe('the audit log', () => {
  it('shows merges, exports and backups as recent activity, but no sign-ins', () => {
    expect(administratorActions).toEqual(
      expect.arrayContaining(['duplicate.merged', 'users.exported', 'system.backed-up', 'user.taken']),
    )
    expect(administratorActions).not.toContain('user.logged-in')
  })

  it('gives the entry of a view the same id for the whole hour', () => {
    expect(idAt('2026-11-24T16:02:00Z')).toBe(idAt('2026-11-24T16:58:00Z'))
    expect(idAt('2026-11-24T17:00:00Z')).not.toBe(idAt('2026-11-24T16:58:00Z'))
  })
})
