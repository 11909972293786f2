import { describe, expect, it } from '@jest/globals'
import { claimRestoredAddresses } from '../src/accounts/restored-addresses.ts'
import { authOfFile } from './auth.ts'

const auth = await authOfFile()

const alive = async () => {}

describe('an account that a restore brought back without the claim of its address', () => {
  it('can log in again once its address is claimed; no other claim changes', async () => {
    const { addresses } = auth.parts.accounts
    const { email } = await auth.verified()
    const other = await auth.verified()
    const before = await addresses.collection.findOne({ _id: other.email })
    await addresses.collection.deleteOne({ _id: email })
    expect((await auth.login(email)).status).toBe(401)
    const run = () =>
      claimRestoredAddresses(auth.parts.accounts, { versionBase: 1, now: auth.parts.now }).run(alive)
    expect(await run()).toEqual({ changed: 1 })
    expect((await auth.login(email)).status).toBe(200)
    expect(await addresses.collection.findOne({ _id: other.email })).toEqual(before)
    expect(await run()).toEqual({ changed: 0 })
  })

  it('is left alone when another account has its address, or when it is about to be erased', async () => {
    const { addresses, collection } = auth.parts.accounts
    const [owner, twin, leaver] = [await auth.verified(), await auth.verified(), await auth.verified()]
    await addresses.collection.deleteMany({ _id: { $in: [twin.email, leaver.email] } })
    await collection.updateOne({ email: twin.email }, { $set: { email: owner.email } })
    await collection.updateOne({ email: leaver.email }, { $set: { leftAt: auth.parts.now() } })
    const before = await addresses.collection.find().toArray()
    auth.pass(3_600_000)
    const { run } = claimRestoredAddresses(auth.parts.accounts, { versionBase: 1, now: auth.parts.now })
    expect(await run(alive)).toEqual({ changed: 0 })
    expect(await addresses.collection.find().toArray()).toEqual(before)
  })
})
