import { createReplayStore, noteReplays, replayErasures } from '@darsi/kit/backup/erasure-replay.ts'
import { syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { silentLog } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { consumes } from '../src/events.ts'
import { personConsumes } from '../src/persons/events.ts'
import { authOfFile, goodPassword, someone } from './auth.ts'

const auth = await authOfFile()

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
