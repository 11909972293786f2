import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { migrations } from '../src/migrations.ts'
import { start, type World } from './world.ts'

let users: World
beforeAll(async () => {
  users = await start()
})
afterAll(() => users.close())

it('administrators learn what teachers declared before', async () => {
  const declared = await users.account('teacher', { roleData: { employmentStatus: 'public-school' } })
  const silent = await users.account('teacher')
  expect(await migrations(users)[1]?.run(async () => {})).toEqual({ changed: 1 })
  const [, told] = await users.kafka.published('user.profile-changed', declared.userId, 2)
  expect(told?.personal.employment).toEqual({ status: 'public-school', declaredAt: expect.any(String) })
  expect(await users.kafka.published('user.profile-changed', silent.userId, 1)).toHaveLength(1)
})

const run = () => migrations(users)[0]?.run(async () => {})

it('a profile of older code no longer holds the parent’s child; what was written for the teacher stays with it', async () => {
  const [told, changed, alone, student] = await Promise.all([
    users.account('parent'),
    users.account('parent'),
    users.account('parent'),
    users.account('student', { roleData: { additionalInfo: 'I stammer' } }),
  ])
  const childData = { childName: 'Adam Ben Salah', childAge: 11, tutoringSubjects: ['physics'] }
  for (const { userId } of [told, changed]) {
    const roleData = { ...childData, additionalInfo: 'Dyslexia' }
    await users.profiles.changeProfile(userId, (profile) => ({ ...profile, roleData }))
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
  await users.children.tell(`child-${changed.userId}`, 'Newer')
  const without = { childName: '', childAge: null, tutoringSubjects: ['physics'], additionalInfo: '' }
  await users.profiles.changeProfile(alone.userId, (profile) => ({ ...profile, roleData: without }))

  expect(await run()).toEqual({ changed: 3 })
  const dataOf = async (id: string) => (await users.profiles.find(id))?.roleData
  expect(await dataOf(told.userId)).toEqual({})
  expect(await dataOf(changed.userId)).toEqual({})
  expect(await dataOf(alone.userId)).toEqual({ tutoringSubjects: ['physics'] })
  expect(await dataOf(student.userId)).toEqual({ additionalInfo: 'I stammer' })
  const infoOf = async (id: string) => (await users.children.byId(`child-${id}`))?.additionalInfo
  expect(await infoOf(told.userId)).toBe('Dyslexia')
  expect(await infoOf(changed.userId)).toBe('Newer')
  expect(await run()).toEqual({ changed: 0 })
})
