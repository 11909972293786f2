import { randomUUID } from 'node:crypto'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { registrationOf } from '@darsi/kit/testing/account-events.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const address = () => `${randomUUID()}@example.tn`

/** An account published by auth: registered with an address that is not confirmed. */
async function account(email: string, role: Role = 'teacher') {
  const id = randomUUID()
  let sequence = 0
  const personOf = (address: string) => ({ email: address, fullName: 'Amal', language: 'en' as const })
  const publish = (event: Parameters<typeof admin.kafka.publish>[3]) =>
    admin.kafka.publish('auth', id, ++sequence, event)
  const at = () => new Date().toISOString()
  await publish(registrationOf({ userId: id, role, createdAt: at(), ...personOf(email) }))
  await eventually(() => admin.users.byId(id))
  const as = someone(role, id)
  const isProven = (address: string) =>
    eventually(async () => (await admin.users.provenEmail(id)) === address)
  return {
    id,
    as,
    proves: async () => {
      const data = { userId: id, role, verifiedAt: at() }
      await publish({ type: 'user.verified', data, personal: personOf(email) })
      await isProven(email)
    },
    moves: async (to: string) => {
      const personal = { ...personOf(to), oldEmail: email }
      await publish({ type: 'user.email-changed', data: { userId: id, role }, personal })
      await isProven(to)
    },
    /** The messages and newsletter entries in the account's own export. */
    reads: async () => {
      const { body } = await admin.call('GET /me/export/administration', { as })
      // `as`: the export's sections
      const { contactMessages, newsletter } = body as {
        contactMessages: { message: string }[]
        newsletter: object[]
      }
      const messages = contactMessages.map(({ message }) => message).toSorted()
      return { messages, newsletter: newsletter.length }
    },
    closes: async () => {
      await publish({ type: 'user.left', data: { userId: id, role, at: at() } })
      await eventually(async () =>
        (await admin.users.collection.findOne({ _id: id }))?.erasure?.pending.every(
          (holder) => holder !== 'admin',
        ),
      )
    },
  }
}

let client = 0
async function writes(email: string, message: string, as?: ReturnType<typeof someone>) {
  const body = { name: 'Amal', email, userType: 'parent', subject: 'technical', message }
  const ip = `198.51.100.${++client % 250}`
  const answer = await admin.call('POST /contact', { body, ip, ...(as && { as }) })
  expect(answer.status).toBe(201)
}
async function subscribes(email: string) {
  await admin.call('POST /newsletter', { body: { email }, ip: `198.51.100.${++client % 250}` })
}
const messagesAt = async (email: string) =>
  (await admin.tickets.collection.find({ email }).toArray()).map(({ message }) => message).toSorted()
const subscriptionAt = (email: string) => admin.subscriptions.collection.findOne({ email })

describe('an address that was only typed in', () => {
  it('neither reads nor erases what its owner wrote', async () => {
    const email = address()
    await writes(email, 'from the owner')
    await subscribes(email)
    const stranger = await account(email)
    expect(await stranger.reads()).toEqual({ messages: [], newsletter: 0 })
    await stranger.closes()
    expect(await messagesAt(email)).toEqual(['from the owner'])
    expect(await subscriptionAt(email)).not.toBeNull()
  })

  it('messages that a stranger sent while signed in belong to the stranger, whatever address they contain', async () => {
    const email = address()
    const stranger = await account(email)
    await writes(email, 'from the stranger', stranger.as)
    await writes(email, 'from the owner')
    expect(await stranger.reads()).toMatchObject({ messages: ['from the stranger'] })
    const owner = await account(email, 'parent')
    await owner.proves()
    expect(await owner.reads()).toMatchObject({ messages: ['from the owner'] })
    await stranger.closes()
    expect(await messagesAt(email)).toEqual(['from the owner'])
  })

  it('stays the stranger’s after a change to another proven address', async () => {
    const [email, own] = [address(), address()]
    await writes(email, 'from the owner')
    await subscribes(email)
    const stranger = await account(email)
    await stranger.moves(own)
    expect(await stranger.reads()).toEqual({ messages: [], newsletter: 0 })
    await stranger.closes()
    expect(await messagesAt(email)).toEqual(['from the owner'])
    expect(await subscriptionAt(email)).not.toBeNull()
  })
})

describe('an address that its owner has proven', () => {
  it('includes the messages from before and after the proof; they are erased with the account', async () => {
    const email = address()
    await writes(email, 'before')
    await subscribes(email)
    const owner = await account(email, 'parent')
    await owner.proves()
    await writes(email, 'after')
    expect(await owner.reads()).toEqual({ messages: ['after', 'before'], newsletter: 1 })
    await owner.closes()
    expect(await messagesAt(email)).toEqual([])
    expect(await subscriptionAt(email)).toBeNull()
  })

  it('leaves its messages with the account after a change; a later owner of the address cannot read or erase them', async () => {
    const [email, next] = [address(), address()]
    const owner = await account(email, 'parent')
    await owner.proves()
    await writes(email, 'at the old address')
    await writes(next, 'at the new address')
    await owner.moves(next)
    expect(await owner.reads()).toMatchObject({ messages: ['at the new address', 'at the old address'] })
    const later = await account(email, 'student')
    await later.proves()
    expect(await later.reads()).toMatchObject({ messages: [] })
    await later.closes()
    expect(await messagesAt(email)).toEqual(['at the old address'])
    await owner.closes()
    expect([await messagesAt(email), await messagesAt(next)]).toEqual([[], []])
  })
})
