import type { Identity } from '@darsi/kit/identity.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectionsFollow } from '../src/follow-learners.ts'
import { start, type World } from './world.ts'

let users: World
beforeAll(async () => {
  users = await start()
})
afterAll(() => users.close())

const data = (answer: { body: Record<string, unknown> }) =>
  // `as`: the declared answer
  answer.body['data'] as Record<string, unknown> & { id: string }
const statusOf = async (as: Identity, id: string) =>
  (await users.call(`GET /connections/${id}`, { as })).status
/** As older code left it. */
const was = (id: string, $set: object) =>
  users.store.model.collection.updateOne({ _id: id } as never, { $set } as never)
const migrate = () => connectionsFollow(users).run(async () => {})

it('connections of older code follow their learners, however often the migration runs', async () => {
  const [t, p, former] = await Promise.all([
    users.account('teacher', { status: 'approved' }),
    users.account('parent'),
    users.account('parent'),
  ])
  const adult = { educationLevel: 'university', birthYear: 1999 }
  const [student, heir] = await Promise.all([
    users.account('student', { roleData: adult }),
    users.account('student', { roleData: adult }),
  ])
  const body = { firstName: 'Adam', birthYear: 2012, educationLevel: 'secondary', grade: '' }
  const childId = data(await users.call('POST /children', { as: p, body })).id
  const ask = async (as: Identity, subject: string, more: object = {}) => {
    const wish = { teacherId: t.userId, subject, message: 'Bonjour', ...more }
    return data(await users.call('POST /connections', { as, body: wish })).id
  }
  const [open, over, taken] = [
    await ask(p, 'mathematics', { childId }),
    await ask(p, 'physics', { childId }),
    await ask(p, 'arabic', { childId }),
  ] as const
  const own = await ask(student, 'mathematics')
  await was(open, { learnerBirthYear: 2008, guardianIds: [p.userId, former.userId] })
  const guardianIds = [p.userId, former.userId]
  await was(over, { status: 'ended', guardianIds, learnerSide: guardianIds, erasedAt: null })
  await was(taken, { status: 'ended', childId: 'gone', guardianIds: [p.userId] })
  await users.heirs.tell(
    { ...(await childOf(childId)), _id: 'gone', guardianIds: [p.userId] },
    {
      studentId: heir.userId,
      personal: { student: undefined, studentName: 'Adam', guardians: [] },
      at: new Date(),
    },
  )
  const claimed = await users.account('student', { roleData: { ...adult, birthYear: 1990 } })
  await users.children.add({ ...(await childOf(childId)), _id: 'linked', accountId: claimed.userId })
  await migrate()
  await migrate()
  // what a guardian keeps of the child counts more than what the profile came to say
  expect(await users.profiles.find(claimed.userId)).toMatchObject({ roleData: { birthYear: 2012 } })
  expect(await users.store.find(open)).toMatchObject({
    learnerBirthYear: 2012,
    guardianIds: [p.userId],
    v: 2,
  })
  expect([await statusOf(p, over), await statusOf(former, over)]).toEqual([200, 404])
  expect([await statusOf(p, taken), await statusOf(heir, taken)]).toEqual([404, 200])
  expect(await users.store.find(own)).toMatchObject({ status: 'pending', v: 1 })
})

async function childOf(id: string) {
  const child = await users.children.byId(id)
  if (!child) throw new Error('the child is gone')
  return child
}
