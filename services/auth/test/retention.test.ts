import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { expect, it } from '@jest/globals'
import { authOfFile, cookieOf, identityOf, someone } from './auth.ts'

const auth = await authOfFile()

it('a session is removed at its end, 30 days after the login however often it was refreshed', async () => {
  const { email } = await auth.registered(someone('teacher'))
  const answer = await auth.login(email)
  const { sessionId } = identityOf(answer)
  const start = Date.now()
  const remove = (days: number) => auth.parts.removals.sessions(new Date(start + days * dayMs))
  const sessions = collection<{ _id: string }>(auth.connection, 'sessions')
  const isThere = async () => (await sessions.countDocuments({ _id: sessionId })) > 0
  auth.pass(5 * dayMs)
  expect((await auth.refresh(cookieOf(answer))).status).toBe(200)
  await remove(29)
  expect(await isThere()).toBe(true)
  await remove(31)
  expect(await isThere()).toBe(false)
})
