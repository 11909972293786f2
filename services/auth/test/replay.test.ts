import { createReplayStore, noteReplays, replayErasures } from '@darsi/kit/backup/erasure-replay.ts'
import { syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createDeliveries, forge } from '@darsi/kit/testing/replay.ts'
import { createStory } from '@darsi/kit/testing/story.ts'
import { silentLog } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { consumes, rowWriters } from '../src/events.ts'
import { personConsumes } from '../src/persons/events.ts'
import { authOfFile, goodPassword, someone } from './auth.ts'
import { startConsuming } from './consuming.ts'

const auth = await authOfFile()

/** The people of the story, each signed in. */
async function people(): Promise<Record<string, string>> {
  const kinds = { t1: 'teacher', s1: 'student', p1: 'parent', u1: 'student' } as const
  const found: Record<string, string> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const { email } = await auth.verified(someone(kind))
    await auth.login(email)
    found[name] = String((await auth.accountOf(email))?._id)
  }
  return found
}

describe('an event', () => {
  it('that another service signed changes nothing', async () => {
    const kafka = await startConsuming(auth)
    const event = createStory(await people()).endings.find(({ type }) => type === 'user.suspended')
    if (!event) throw new Error('no event')
    const { error, changes } = await forge({ group: 'auth', connection: auth.connection, kafka }, event)
    expect(error).toMatch(/notifications signed an event of/)
    expect(changes).toEqual([])
    await kafka.stop()
  }, 60_000)

  it('that is delivered twice changes nothing and sends nothing', async () => {
    const { connection } = auth
    // sessions of suspended or erased people are ended again, because the process may have crashed in between
    const moving = { collection: 'revocations', fields: ['value', 'endsAt'] }
    const deliveries = createDeliveries({
      group: 'auth',
      consumes: consumes(auth.parts, personConsumes(auth.parts)),
      connection,
      moving,
    })
    const { beginnings, life, endings, afterErasure } = createStory(await people())
    expect(await deliveries.twice([...beginnings, ...life, ...endings, ...afterErasure])).toEqual([])
    expect(await deliveries.again()).toEqual([])
    expect(deliveries.missing()).toEqual([])
    // the story's guardian leaves a child without an account, which the register of persons does not know
    expect(deliveries.idle()).toEqual(['guardian.left'])
  }, 120_000)

  it('that is a state record writes rows and causes no event', async () => {
    const { connection, parts } = auth
    const deliveries = createDeliveries({
      ...{
        group: 'auth',
        consumes: consumes(parts, personConsumes(parts)),
        rowWriters: rowWriters(parts),
        connection,
      },
    })
    const { beginnings, endings } = createStory(await people())
    const story = [...beginnings, ...endings.filter(({ type }) => type !== 'user.deletion-requested')]
    expect(await deliveries.states(story)).toEqual(['accounts', 'revocations', 'sessions'])
  }, 120_000)
})

it('an erased account that a backup restored is erased before the first login, and auth confirms it again', async () => {
  const person = someone('teacher')
  await auth.call('POST /auth/register', { body: person })
  const body = { email: person.email, password: goodPassword }
  expect((await auth.call('POST /auth/login', { body })).status).toBe(200)
  const { _id: userId = '' } = (await auth.accountOf(person.email)) ?? {}
  const db = auth.connection
  const replays = createReplayStore(db)
  await syncIndexes(db)
  const replay = () =>
    replayErasures({
      service: 'auth',
      replays,
      outbox: auth.outbox,
      consumes: consumes(auth.parts, personConsumes(auth.parts)),
      log: silentLog,
    })
  for (let restores = 1; restores <= 2; restores++) {
    await noteReplays(db, [{ userId, role: 'teacher' }], new Date())
    expect(await replay()).toBe(1)
    expect((await auth.call('POST /auth/login', { body })).status).toBe(401)
    const marker = await replays.findOne({ _id: userId })
    expect(marker?.outbox.map(({ type }) => type)).toEqual(Array(restores).fill('user.erased'))
  }
})
