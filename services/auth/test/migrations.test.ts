import { expect, it } from '@jest/globals'
import { publishProvenTeachers } from '../src/migrations.ts'
import { someone, startAuth } from './auth.ts'

it('teachers who proved their address before are published once more, without a second welcome', async () => {
  const auth = await startAuth()
  const proven = await auth.verified(someone('teacher'))
  const unproven = await auth.registered(someone('teacher'))
  const student = await auth.verified(someone('student'))
  const result = await publishProvenTeachers(auth.parts.accounts, auth.outbox).run(async () => {})
  expect(result).toEqual({ changed: 1 })
  const events = await auth.eventsOf(proven.email, 'user.verified')
  expect(events.map(({ data }) => data.again)).toEqual([undefined, true])
  expect(events[1]?.data.verifiedAt).toBe(events[0]?.data.verifiedAt)
  expect(await auth.eventsOf(unproven.email, 'user.verified')).toEqual([])
  expect(await auth.eventsOf(student.email, 'user.verified')).toHaveLength(1)
  await auth.stop()
})
