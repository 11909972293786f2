import { describe, expect, it } from '@jest/globals'
import { claimAddresses, publishProvenTeachers } from '../src/migrations.ts'
import { someone, startAuth } from './auth.ts'

const alive = async () => {}

it('teachers who proved their address before are published once more, without a second welcome', async () => {
  const auth = await startAuth()
  const proven = await auth.verified(someone('teacher'))
  const unproven = await auth.registered(someone('teacher'))
  const student = await auth.verified(someone('student'))
  const result = await publishProvenTeachers(auth.parts.accounts, auth.outbox).run(alive)
  expect(result).toEqual({ changed: 1 })
  const events = await auth.eventsOf(proven.email, 'user.verified')
  expect(events.map(({ data }) => data.again)).toEqual([undefined, true])
  expect(events[1]?.data.verifiedAt).toBe(events[0]?.data.verifiedAt)
  expect(await auth.eventsOf(unproven.email, 'user.verified')).toEqual([])
  expect(await auth.eventsOf(student.email, 'user.verified')).toHaveLength(1)
  await auth.stop()
})

describe('an account that a restore brought back without the claim of its address', () => {
  it('can log in again once its address is claimed; no other claim changes', async () => {
    const auth = await startAuth()
    const { addresses } = auth.parts.accounts
    const { email } = await auth.verified()
    const other = await auth.verified()
    const before = await addresses.collection.findOne({ _id: other.email })
    await addresses.collection.deleteOne({ _id: email })
    expect((await auth.login(email)).status).toBe(401)
    const run = () => claimAddresses(auth.parts.accounts, { versionBase: 0, now: auth.parts.now }).run(alive)
    expect(await run()).toEqual({ changed: 1 })
    expect((await auth.login(email)).status).toBe(200)
    expect(await addresses.collection.findOne({ _id: other.email })).toEqual(before)
    expect(await run()).toEqual({ changed: 0 })
    await auth.stop()
  })

  it('is left alone when another account has its address, or when it is about to be erased', async () => {
    const auth = await startAuth()
    const { addresses, collection } = auth.parts.accounts
    const [owner, twin, leaver] = [await auth.verified(), await auth.verified(), await auth.verified()]
    await addresses.collection.deleteMany({ _id: { $in: [twin.email, leaver.email] } })
    await collection.updateOne({ email: twin.email }, { $set: { email: owner.email } })
    await collection.updateOne({ email: leaver.email }, { $set: { leftAt: auth.parts.now() } })
    const before = await addresses.collection.find().toArray()
    auth.pass(3_600_000)
    const { run } = claimAddresses(auth.parts.accounts, { versionBase: 0, now: auth.parts.now })
    expect(await run(alive)).toEqual({ changed: 0 })
    expect(await addresses.collection.find().toArray()).toEqual(before)
    await auth.stop()
  })
})
