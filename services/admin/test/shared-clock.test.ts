import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const sharedNow = () => new Date(Date.now() - hourMs)

const admin = await worldOfFile({ now: sharedNow })

const pendingTeacher = () =>
  admin.account({ role: 'teacher', status: 'pending', createdAt: sharedNow().toISOString() })

describe('a machine whose clock is an hour ahead of the shared clock', () => {
  it('stores a decision on an account with the shared time', async () => {
    const id = await pendingTeacher()
    const before = sharedNow()
    const { status } = await admin.call(`PUT /admin/users/${id}/status`, {
      as: someone('admin'),
      body: { status: 'approved', notes: '' },
    })
    const after = sharedNow()
    expect(status).toBe(200)
    const row = await admin.users.byId(id)
    const at = row?.decisions[0]?.at.getTime()
    expect(at).toBeGreaterThanOrEqual(before.getTime())
    expect(at).toBeLessThanOrEqual(after.getTime())
    expect(row?.approvedAt?.getTime()).toBe(at)
  })
})
