import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createMigrations } from '../src/migrations.ts'
import { start, type World } from './world.ts'

let users: World
beforeAll(async () => {
  users = await start()
})
afterAll(() => users.close())

it('the employment that teachers declared earlier is published for administrators', async () => {
  const declared = await users.account('teacher', { roleData: { employmentStatus: 'public-school' } })
  const silent = await users.account('teacher')
  expect(await createMigrations(users)[1]?.run(async () => {})).toEqual({ changed: 1 })
  const [, changed] = await users.kafka.published('user.profile-changed', declared.userId, 2)
  expect(changed?.personal.employment).toEqual({ status: 'public-school', declaredAt: expect.any(String) })
  expect(await users.kafka.published('user.profile-changed', silent.userId, 1)).toHaveLength(1)
})

const run = () => createMigrations(users)[0]?.run(async () => {})

it('a profile of an older release loses the child’s data; the text for the teacher moves to the child', async () => {
  const [older, changed, alone, student] = await Promise.all([
    users.account('parent'),
    users.account('parent'),
    users.account('parent'),
    users.account('student', { roleData: { additionalInfo: 'I stammer' } }),
  ])
  const childData = { childName: 'Adam Ben Salah', childAge: 11, tutoringSubjects: ['physics'] }
  for (const { userId } of [older, changed]) {
    const roleData = { ...childData, additionalInfo: 'Dyslexia' }
    await users.profiles.update(userId, (profile) => ({ ...profile, roleData }))
    await users.children.add({
      _id: `child-${userId}`,
      firstName: 'Adam',
      birthYear: 2015,
      educationLevel: '',
      grade: '',
      schoolType: '',
      educationalProgram: '',
      subjects: [],
      accountId: null,
      guardianIds: [userId],
      version: 1,
      createdAt: new Date(),
    })
  }
  await users.children.setRegisteredInfo(`child-${changed.userId}`, 'Newer')
  const without = { childName: '', childAge: null, tutoringSubjects: ['physics'], additionalInfo: '' }
  await users.profiles.update(alone.userId, (profile) => ({ ...profile, roleData: without }))

  expect(await run()).toEqual({ changed: 3 })
  const dataOf = async (id: string) => (await users.profiles.find(id))?.roleData
  expect(await dataOf(older.userId)).toEqual({})
  expect(await dataOf(changed.userId)).toEqual({})
  expect(await dataOf(alone.userId)).toEqual({ tutoringSubjects: ['physics'] })
  expect(await dataOf(student.userId)).toEqual({ additionalInfo: 'I stammer' })
  const infoOf = async (id: string) => (await users.children.byId(`child-${id}`))?.additionalInfo
  expect(await infoOf(older.userId)).toBe('Dyslexia')
  expect(await infoOf(changed.userId)).toBe('Newer')
  expect(await run()).toEqual({ changed: 0 })
})

it('the guardians of an older account are published once for administrators', async () => {
  const [minor, guardian] = await Promise.all([users.account('student'), users.account('parent')])
  const childId = `child-${minor.userId}`
  await users.children.add({
    ...{ _id: childId, firstName: 'Amina', birthYear: 2011, educationLevel: '', grade: '', schoolType: '' },
    ...{ educationalProgram: '', subjects: [], accountId: minor.userId, guardianIds: [guardian.userId] },
    ...{ version: 1, createdAt: new Date() },
  })
  const named = (id: string) => createMigrations(users).find((migration) => migration.id === id)
  const tell = () => named('2026-11-22-guarded-accounts-are-known')?.run(async () => {})
  await named('2026-11-22-guardians-are-known')?.run(async () => {})
  expect(await tell()).toEqual({ changed: 1 })
  expect(await tell()).toEqual({ changed: 0 })
  const events = await users.kafka.published('guardian.known', childId, 1)
  expect(events).toMatchObject([
    { data: { childId, accountId: minor.userId, guardianIds: [guardian.userId] } },
  ])
})
