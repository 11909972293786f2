import { randomUUID } from 'node:crypto'
import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { reviewCareChange } from '../src/families/care-change-commands.ts'
import { formerLinkId } from '../src/guardians/guardian-link-store.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const year = new Date().getFullYear()
const parent = (fullName = 'Salma Ben Salah') => users.account('parent', { fullName })

/** An account that auth recognised by its register; `verified` proves its address. */
async function returned(stated: object, former: Partial<FormerPerson>): Promise<Identity> {
  const [userId, at] = [randomUUID(), new Date().toISOString()]
  const person = { email: `${userId}@example.tn`, fullName: 'Amina Ben Salah', language: 'fr' as const }
  const location = { governorate: '', delegation: '', municipality: '', local_area: '', service_radius: null }
  await users.kafka.account.registered({
    userId,
    governorateId: null,
    createdAt: at,
    ...person,
    location,
    phone: '',
    roleData: { ...stated },
    former: {
      accounts: [{ userId: 'before', match: 'contact', isSuspended: false, alertIds: [] }],
      age: { birthYear: year - 15, educationLevel: 'secondary' },
      guardianIds: [],
      hadGuardian: (former.guardianIds ?? []).length > 0,
      ...former,
    },
  })
  for (let time = 0; time < 2; time++)
    await users.kafka.publish('auth', userId, 2, {
      type: 'user.verified',
      data: { userId, role: 'student', verifiedAt: at },
      personal: person,
    })
  await eventually(async () => (await users.profiles.find(userId))?.emailVerified)
  return someone('student', userId)
}
const adultNow = { educationLevel: 'university', birthYear: year - 20 }
const mailedTo = async (student: Identity, guardian: Identity) => {
  const id = formerLinkId(student.userId, guardian.userId)
  const events = await users.kafka.published('guardian.invited', id, 1)
  return events[0]
}
const accept = (as: Identity, token: unknown) =>
  users.call('POST /children/link', { as, body: { token: String(token) } })
const children = async (as: Identity) =>
  dataOf<{ id: string; birthYear: number }[]>(await users.call('GET /children', { as }))

describe('a minor who closed the account and registers as an adult', () => {
  it('is a minor with the same guardians, each of whom agrees by an own link and by no other', async () => {
    const [mother, father, stranger] = [await parent(), await parent('Ali Ben Salah'), await parent('X Y')]
    const guardianIds = [mother.userId, father.userId, 'a guardian who left too']
    const student = await returned(adultNow, { guardianIds })
    const { roleData } = (await users.profiles.find(student.userId)) ?? {}
    expect(roleData).toMatchObject({ birthYear: year - 15, educationLevel: 'secondary' })
    const [toMother, toFather] = [await mailedTo(student, mother), await mailedTo(student, father)]
    expect(toMother?.data.isFormer).toBe(true)
    expect((await accept(stranger, toMother?.personal.token)).status).toBe(404)
    expect((await accept(mother, toMother?.personal.token)).status).toBe(200)
    expect((await accept(father, toFather?.personal.token)).status).toBe(200)
    const [child] = await children(mother)
    expect(child?.birthYear).toBe(year - 15)
    expect((await children(father)).map(({ id }) => id)).toEqual([child?.id])
  })

  it.each([
    ['whose guardian stayed to the end', true],
    ['whose guardian had left', false],
  ])('%s gets no other first guardian without an administrator', async (_, stayed) => {
    const [mother, other] = [await parent(), await parent('T Second')]
    const guardianIds = stayed ? [mother.userId] : []
    const student = await returned(adultNow, { guardianIds, hadGuardian: true })
    const email = String((await users.profiles.find(other.userId))?.email)
    await users.call('POST /me/guardian', { as: student, body: { email } })
    const link = await users.links.collection.findOne({ studentId: student.userId, formerId: null })
    const [event] = await users.kafka.published('guardian.invited', String(link?._id), 1)
    expect((await accept(other, event?.personal.token)).body['data']).toBeNull()
    expect(await children(other)).toEqual([])
    expect((await users.careChanges.find(String(link?._id)))?.admin).toBe('waiting')
    // the guardian's own link is still good
    if (stayed)
      expect((await accept(mother, (await mailedTo(student, mother))?.personal.token)).status).toBe(200)
  })

  it('becomes an adult as by every change of age: guardians, an administrator and 72 hours', async () => {
    const mother = await parent()
    const student = await returned(adultNow, { guardianIds: [mother.userId] })
    await accept(mother, (await mailedTo(student, mother))?.personal.token)
    const [child] = await children(mother)
    const id = `age-${child?.id}`
    const change = await eventually(() => users.careChanges.find(id))
    expect(change).toMatchObject({ status: 'waiting', admin: 'waiting', agreedBy: [], by: student.userId })
    expect(change?.fields).toMatchObject(adultNow)
    const { askedAt } = change
    const at = new Date()
    await reviewCareChange(users, id, { decision: 'approved', by: 'admin', note: 'Seen', askedAt, at })
    const body = { askedAt: askedAt.toISOString() }
    await users.call(`POST /children/changes/${id}/agree`, { as: mother, body })
    expect((await children(mother))[0]?.birthYear).toBe(year - 15)
    expect((await users.careChanges.find(id))?.status).toBe('waiting')
  })

  it.each([
    ['leaves the year out', { educationLevel: 'secondary' }],
    ['says the same', { educationLevel: 'secondary', birthYear: year - 15 }],
    ['leaves school', { educationLevel: 'university' }],
  ])('a minor who %s keeps the year', async (_, stated) => {
    const student = await returned(stated, {})
    const profile = await users.profiles.find(student.userId)
    expect(profile?.roleData).toMatchObject({ birthYear: year - 15, educationLevel: 'secondary' })
  })

  it('who has come of age meanwhile is an adult', async () => {
    const mother = await parent()
    const age = { birthYear: year - 19, educationLevel: 'secondary' }
    const student = await returned(adultNow, { age, guardianIds: [mother.userId] })
    expect((await users.profiles.find(student.userId))?.roleData).toMatchObject(adultNow)
    expect(await users.links.collection.findOne({ studentId: student.userId })).toBeNull()
  })
})
