import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { seedDemoChanges } from '../src/demo-changes.ts'
import { registered, worldOfFile } from './world.ts'

const users = await worldOfFile()

const accounts = {
  student: ['demo-student'],
  parent: ['demo-parent'],
  teacher: ['demo-teacher', ...[2, 3, 5, 8, 9].map((number) => `demo-teacher-${number}`)],
} as const
/** As auth registers them. */
const roleData = {
  student: { educationLevel: 'university' },
  parent: { childName: 'Adam', childAge: 11, childEducationLevel: 'primary', childGrade: '6' },
  teacher: { bio: 'Small steps.', hourlyRate: 30, employmentStatus: 'independent' },
}

it('a demo with a history has favourites, and an upgrade, a changed card and an age that wait; a restart changes nothing', async () => {
  expect(await seedDemoChanges(users)).toBe(false)
  for (const role of ['student', 'parent', 'teacher'] as const)
    for (const id of accounts[role])
      await users.kafka.publish('auth', id, 1, registered(id, role, { roleData: roleData[role] }))
  await eventually(() => seedDemoChanges(users))
  const seen = async () => ({
    student: await users.favorites.of('demo-student'),
    parent: await users.favorites.of('demo-parent'),
    upgrade: (await users.upgrades.find('demo-teacher-9'))?.at,
    card: (await users.profiles.find('demo-teacher-3'))?.cardReview,
    changes: await users.careChanges.collection.find({}).toArray(),
  })
  const first = await seen()
  expect([first.student.length, first.parent.length]).toEqual([2, 2])
  expect(first.upgrade?.getTime()).toBeLessThan(Date.now())
  expect(first.card?.shown.bio).toBe('Small steps.')
  expect(first.changes).toMatchObject([
    { childId: 'child-demo-parent', kind: 'age', status: 'waiting', admin: 'waiting', by: 'demo-parent' },
  ])
  for (const [type, id] of [
    ['upgrade.requested', 'demo-teacher-9'],
    ['care-change.requested', 'age-child-demo-parent'],
  ] as const)
    expect(await users.kafka.published(type, id, 1)).toHaveLength(1)

  // what was decided or removed meanwhile stays so
  await users.favorites.remove('demo-student', 'demo-teacher')
  if (first.upgrade) await users.upgrades.decide('demo-teacher-9', first.upgrade, 'refused')
  const decided = await seen()
  expect(await seedDemoChanges(users)).toBe(true)
  expect(await seen()).toEqual(decided)
  expect((await users.upgrades.find('demo-teacher-9'))?.status).toBe('refused')
})
