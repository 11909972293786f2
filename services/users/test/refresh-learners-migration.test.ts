import type { Identity } from '@darsi/kit/identity/identity.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { refreshLearnersMigration } from '../src/connections/refresh-learners-migration.ts'
import { data, start, type World } from './world.ts'

let users: World
beforeAll(async () => {
  users = await start()
})
afterAll(() => users.close())

const statusOf = async (as: Identity, id: string) =>
  (await users.call(`GET /connections/${id}`, { as })).status
/** Writes fields in the form of an older release. */
const was = (id: string, $set: object) => users.connections.documents.updateOne({ _id: id }, { $set })
const migrate = () => refreshLearnersMigration(users).run(async () => {})

it('connections of an older release get their learners’ present data, however often the migration runs', async () => {
  const [t, p, former] = await Promise.all([
    users.account('teacher', { status: 'approved' }),
    users.account('parent'),
    users.account('parent'),
  ])
  const adult = { educationLevel: 'university', birthYear: 1999 }
  const [student, adultStudent] = await Promise.all([
    users.account('student', { roleData: adult }),
    users.account('student', { roleData: adult }),
  ])
  const body = { firstName: 'Adam', birthYear: 2012, educationLevel: 'secondary', grade: '' }
  const childId = data(await users.call('POST /children', { as: p, body })).id
  const ask = async (as: Identity, subject: string, more: object = {}) => {
    const wish = { teacherId: t.userId, subject, message: 'Bonjour', ...more }
    return data(await users.call('POST /connections', { as, body: wish })).id
  }
  const guardianIds = [p.userId, former.userId]
  const over = await ask(p, 'physics', { childId })
  await was(over, { status: 'ended', guardianIds, learnerSide: guardianIds, erasedAt: null })
  const taken = await ask(p, 'arabic', { childId })
  await was(taken, { status: 'ended', childId: 'gone', guardianIds: [p.userId] })
  const open = await ask(p, 'mathematics', { childId })
  const own = await ask(student, 'mathematics')
  await was(open, { learnerBirthYear: 2008, guardianIds: [p.userId, former.userId] })
  await users.transfers.announce(
    { ...(await childOf(childId)), _id: 'gone', guardianIds: [p.userId] },
    {
      studentId: adultStudent.userId,
      personal: { student: undefined, studentName: 'Adam', guardians: [] },
      at: new Date(),
    },
  )
  const claimed = await users.account('student', { roleData: { ...adult, birthYear: 1990 } })
  await users.children.add({ ...(await childOf(childId)), _id: 'linked', accountId: claimed.userId })
  await migrate()
  await migrate()
  // the child record of the guardians overrides the profile
  expect(await users.profiles.find(claimed.userId)).toMatchObject({ roleData: { birthYear: 2012 } })
  expect(await users.connections.find(open)).toMatchObject({
    learnerBirthYear: 2012,
    guardianIds: [p.userId],
    v: 2,
  })
  expect([await statusOf(p, over), await statusOf(former, over)]).toEqual([200, 404])
  expect([await statusOf(p, taken), await statusOf(adultStudent, taken)]).toEqual([404, 200])
  expect(await users.connections.find(own)).toMatchObject({ status: 'pending', v: 1 })
})

async function childOf(id: string) {
  const child = await users.children.byId(id)
  if (!child) throw new Error('the child is gone')
  return child
}
