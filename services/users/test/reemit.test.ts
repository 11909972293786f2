import { decode, typeOf } from '@darsi/kit/events/envelope.ts'
import { reemit } from '@darsi/kit/events/reemit.ts'
import { expect, it } from '@jest/globals'
import { stateSources } from '../src/states.ts'
import { setUp, type World } from './world.ts'

let users: World
setUp((world) => {
  users = world
})

const run = () =>
  reemit({ sources: stateSources(users.connection, users.outbox), perSecond: 1000, say: () => {} })

/** The account's profile and preference records, ordinary and state records, in the order of the topic. */
async function recordsOf(userId: string) {
  const records = await users.kafka.bus.read(['user-events'])
  return records
    .filter(({ key, headers }) => key === userId && headers['ce_source'] === '/users')
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
