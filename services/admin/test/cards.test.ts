import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { confirmErasure, worldOfFile } from './world.ts'

const admin = await worldOfFile()

const as = someone('admin')
const texts = (bio: string) => ({
  ...{ bio, otherSubjects: '', otherLanguage: '', teachingSubjects: [], languages: ['fr'], hourlyRate: 30 },
  ...{ photo: `photo-${bio}`, slug: 'karim-jaziri' },
})
const at = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`

async function changed(teacherId: string, sequence: number, card?: { bio: string; changedAt: string }) {
  await admin.kafka.account.profileChanged({
    userId: teacherId,
    fullName: 'Karim Jaziri',
    email: `${teacherId}@example.tn`,
    ...(card && { card: { changedAt: card.changedAt, shown: texts('Old'), proposed: texts(card.bio) } }),
    sequence,
  })
  await eventually(
    async () => (await admin.users.collection.findOne({ _id: teacherId }))?.src['users-profile'] === sequence,
  )
}
const counted = async () =>
  dataOf<{ pendingCards: number }>(await admin.call('GET /admin/stats', { as })).pendingCards
const waiting = async (teacherId: string) => {
  return dataOf<{ id: string }[]>(await admin.call('GET /admin/cards', { as })).filter(
    ({ id }) => id === teacherId,
  )
}
const decide = (id: string, status: 'approved' | 'refused', changedAt: string) =>
  admin.call(`PUT /admin/cards/${id}`, { as, body: { status, changedAt } })

const teacher = () => admin.account({ role: 'teacher', createdAt: at(1), fullName: 'Karim Jaziri' })

describe('changed texts of an approved teacher', () => {
  it('wait until an administrator decides; the decision counts once, is published and is in the audit log', async () => {
    const id = await teacher()
    await changed(id, 1, { bio: 'New', changedAt: at(2) })
    expect(await waiting(id)).toMatchObject([
      { shown: texts('Old'), proposed: texts('New'), changedAt: at(2) },
    ])
    expect(await counted()).toBe(1)
    const both = await Promise.all([decide(id, 'approved', at(2)), decide(id, 'refused', at(2))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await waiting(id)).toEqual([])
    expect(await counted()).toBe(0)
    const [event, ...more] = await admin.kafka.published('card.reviewed', id, 1)
    expect(more).toEqual([])
    expect(event?.data).toMatchObject({ teacherId: id, by: as.userId, changedAt: at(2) })
    await eventually(async () => {
      const { entries } = await admin.audit.page(10, null, { actions: ['card.reviewed'] })
      return entries.some(({ target, by }) => target === id && by === as.userId)
    })
    // another change of the profile before users has received the decision does not reopen it
    await changed(id, 2, { bio: 'New', changedAt: at(2) })
    expect(await waiting(id)).toEqual([])
  })

  it('that changed again meanwhile are read again first', async () => {
    const id = await teacher()
    await changed(id, 1, { bio: 'New', changedAt: at(2) })
    await changed(id, 2, { bio: 'Newer', changedAt: at(3) })
    expect(await decide(id, 'approved', at(2))).toMatchObject({ status: 409, body: { code: 'CARD_CHANGED' } })
    expect((await decide(id, 'refused', at(3))).status).toBe(200)
    expect(await waiting(id)).toEqual([])
  })

  it('do not wait any more once the teacher withdrew them', async () => {
    const id = await teacher()
    await changed(id, 1, { bio: 'New', changedAt: at(2) })
    await changed(id, 2)
    expect(await waiting(id)).toEqual([])
    expect((await decide(id, 'approved', at(2))).status).toBe(404)
  })

  it('are erased with the account', async () => {
    const id = await teacher()
    await changed(id, 1, { bio: 'Twenty years at the lycée of La Marsa', changedAt: at(2) })
    const asked = await admin.call(`DELETE /admin/users/${id}`, { as: someone('super-admin') })
    expect(asked.status).toBe(202)
    await confirmErasure(admin, id)
    const row = await eventually(async () => {
      const found = await admin.users.collection.findOne({ _id: id })
      return found?.['erasedAt'] ? found : null
    })
    expect(JSON.stringify(row)).not.toContain('La Marsa')
  })
})
