import { randomUUID } from 'node:crypto'
import type { CareChangeStatus } from '@darsi/contracts/calls/users/care-api.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const as = someone('admin')
const at = (hour: number) => `2026-11-22T0${hour}:00:00.000Z`

type Change = { askedAt?: string; to?: number; by?: string; status?: CareChangeStatus; needsAdmin?: boolean }

/** Publishes a guardian's request to change an age, as users does. */
async function publishChange(
  id: string,
  sequence: number,
  { askedAt = at(1), to = 2005, by = 'p', status = 'waiting', needsAdmin = true }: Change = {},
) {
  await admin.kafka.publish('users', id, sequence, {
    type: status === 'waiting' ? 'care-change.requested' : 'care-change.closed',
    data: {
      ...{ changeId: id, kind: 'age', status, childId: `child-${id}`, by, movedBy: by },
      ...{ guardianIds: [by, 'q'], agreedBy: [by], admin: needsAdmin ? 'waiting' : 'none' },
      ...{ askedAt, notBefore: at(8), expiresAt: at(9), at: askedAt },
    },
    personal: { childName: 'Adam', from: 2015, to, guardians: [] },
  })
  await eventually(async () => {
    const row = await admin.careChanges.collection.findOne({ _id: id })
    return row?.status === status && row.askedAt.toISOString() === askedAt
  })
}
const listed = async (id: string, query = '') => {
  return dataOf<{ id: string }[]>(await admin.call(`GET /admin/care-changes${query}`, { as })).filter(
    (row) => row.id === id,
  )
}
const counted = async () =>
  dataOf<{ pendingCareChanges: number }>(await admin.call('GET /admin/stats', { as })).pendingCareChanges
const decide = (id: string, status: string, askedAt = at(1), note = 'Birth certificate seen') =>
  admin.call(`PUT /admin/care-changes/${id}`, { as, body: { status, note, askedAt } })
const refused = { status: 409, body: { code: 'CARE_CHANGE_DECIDED' } }

describe('changes of a minor’s age and guardians', () => {
  it('wait for an administrator; of two decisions at once one is stored and published with its note', async () => {
    const id = randomUUID()
    await publishChange(id, 1)
    expect(await listed(id)).toMatchObject([
      { kind: 'age', childName: 'Adam', from: 2015, to: 2005, waitsForAdmin: true, review: null },
    ])
    expect(await counted()).toBe(1)
    expect((await decide(id, 'approved', at(1), '  ')).status).toBe(400)
    const both = await Promise.all([decide(id, 'approved'), decide(id, 'declined')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await listed(id)).toEqual([])
    expect(await counted()).toBe(0)
    expect(await listed(id, '?status=all')).toMatchObject([
      { waitsForAdmin: false, review: { note: 'Birth certificate seen', by: as.userId } },
    ])
    const [event, ...more] = await admin.kafka.published('care-change.reviewed', id, 1)
    expect(more).toEqual([])
    expect(event?.data).toMatchObject({ changeId: id, by: as.userId, askedAt: at(1) })
    expect(event?.personal).toEqual({ note: 'Birth certificate seen' })
    await eventually(async () => {
      const { entries } = await admin.audit.page(20, null, { actions: ['care-change.reviewed'] })
      return entries.some(({ by }) => by === as.userId)
    })
  })

  it('that were requested again are read again: a decision on other years is ignored', async () => {
    const id = randomUUID()
    await publishChange(id, 1, { to: 2012 })
    await publishChange(id, 2, { to: 1990, askedAt: at(2) })
    expect(await decide(id, 'approved', at(1))).toMatchObject(refused)
    expect((await decide(id, 'declined', at(2))).status).toBe(200)
    await publishChange(id, 3, { askedAt: at(3) })
    expect(await listed(id)).toMatchObject([{ waitsForAdmin: true, review: null }])
  })

  it('that have ended, or wait only for guardians, are not listed for administrators', async () => {
    const [over, others] = [randomUUID(), randomUUID()]
    await publishChange(over, 1)
    await publishChange(over, 2, { status: 'refused' })
    await publishChange(others, 1, { needsAdmin: false })
    for (const id of [over, others]) {
      expect(await listed(id)).toEqual([])
      expect(await decide(id, 'approved')).toMatchObject(refused)
    }
    // the name and the years are deleted after the decision
    expect(await listed(over, '?status=all')).toMatchObject([
      { status: 'refused', childName: '', from: null, to: null },
    ])
    expect((await decide(randomUUID(), 'approved')).status).toBe(404)
  })

  it('are available to administrators only', async () => {
    for (const role of ['parent', 'student', 'teacher'] as const) {
      expect((await admin.call('GET /admin/care-changes', { as: someone(role) })).status).toBe(403)
    }
  })

  it('lose name and years once one of their people is erased', async () => {
    const id = randomUUID()
    await publishChange(id, 1, { by: 'erased' })
    await admin.careChanges.erase('erased')
    expect(await listed(id, '?status=all')).toMatchObject([{ childName: '', from: null, to: null }])
  })
})
