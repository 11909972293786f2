import { randomUUID } from 'node:crypto'
import { decode, typeOf } from '@darsi/kit/events/envelope.ts'
import { reemit } from '@darsi/kit/events/reemit.ts'
import { expect, it } from '@jest/globals'
import { newChild } from '../src/children/child.ts'
import { createGuardianHistoryStore, guardianshipState } from '../src/guardians/guardian-history-store.ts'
import { stateSources } from '../src/states.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const run = () =>
  reemit({ sources: stateSources(users.connection, users.outbox), perSecond: 1000, say: () => {} })

/** The records of an aggregate, ordinary and state records, in the order of the topic. */
async function recordsOf(id: string, topic: 'user-events' | 'guardian-events' = 'user-events') {
  const records = await users.kafka.bus.read([topic])
  return records
    .filter(({ key, headers }) => key === id && headers['ce_source'] === '/users')
    .map((record) => ({
      isState: typeOf(record.headers)?.isState ?? false,
      event: decode(record, users.kafka.sealer),
    }))
}

it('state records come in order with the events of people who work meanwhile, and the last has the newest state', async () => {
  const { userId } = await users.account('teacher')
  const changes = async () => {
    for (let round = 0; round < 30; round++)
      await users.profiles.update(userId, (profile) => ({ ...profile, phone: `+216201234${10 + round}` }))
  }
  await Promise.all([changes(), run(), run()])
  await run()
  const records = await recordsOf(userId)
  const sequences = records.map(({ event }) => event.sequence)
  // the relay may send one again
  expect([...new Set(sequences)]).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  expect(new Set(records.filter(({ isState }) => isState).map(({ event }) => event.sequence)).size).toBe(6)
  const last = records.findLast(({ event }) => event.type === 'user.profile-changed')
  expect(last?.isState).toBe(true)
  expect(last?.event.personal).toMatchObject({ phone: '+21620123439', email: `${userId}@example.tn` })
})

it('an erased account has no state record', async () => {
  const { userId } = await users.account('student')
  await users.profiles.erase(userId, new Date())
  await run()
  const records = await recordsOf(userId)
  expect(records.filter(({ isState }) => isState)).toEqual([])
})

it('the state of a child without an account names who guards it and who left', async () => {
  const [stays, gone] = [await users.account('parent'), await users.account('parent')]
  const at = new Date()
  const details = { firstName: 'Adam', birthYear: 2015, educationLevel: 'college' }
  const child = newChild({ id: randomUUID(), guardianId: stays.userId, at }, details)
  await users.children.add(child)
  const histories = createGuardianHistoryStore(users.connection, users.outbox)
  const nobody = async () => new Map()
  await histories.announceChanges({ ...child, guardianIds: [stays.userId, gone.userId] }, nobody, at)
  await histories.announceChanges(child, nobody, at)
  await run()
  const records = await recordsOf(child._id, 'guardian-events')
  const data = { childId: child._id, guardianIds: [stays.userId], formerIds: [gone.userId] }
  expect(records.find(({ isState }) => isState)?.event).toMatchObject({ type: 'guardian.known', data })
})

it('the state of a child names the announced guardians: the child may have been read before one left', () => {
  const child = { _id: 'child', firstName: 'Adam', accountId: null, guardianIds: ['leaves', 'stays'] }
  const history = { known: ['stays'], former: ['leaves'] }
  expect(guardianshipState(child, history, new Date())).toMatchObject({
    data: { guardianIds: ['stays'], formerIds: ['leaves'] },
  })
})
