import { usersApi } from '@darsi/contracts/calls/users/users-api.ts'
import { freeTextsOf } from '@darsi/contracts/rules/texts/free-text.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/account-lifecycle.ts'
import { connectionCalls } from './connection-calls.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()
const { teacher, adult, parent, ask, act, read, addChild, eventsOf, connected, approve } =
  connectionCalls(users)

type Party = Awaited<ReturnType<typeof teacher>>
const block = (as: Party, id: string, blocked = true) =>
  users.call(`POST /threads/${id}/block`, { as, body: { blocked } })
const blockedIn = async (as: Party, id: string) => {
  const { data: threads } = (await users.call('GET /threads', { as })).body as {
    data: { id: string; blockedBy: string[] }[]
  }
  return threads.find((thread) => thread.id === id)?.blockedBy
}
const codeOf = ({ body }: { body: Record<string, unknown> }) => body['code']
const dueAt = () => new Date(Date.now() + 48 * 3_600_000).toISOString()

async function open() {
  const found = await connected()
  await eventually(() => users.threads.find(found.id))
  return found
}

/** An approved connection of a parent's child. */
async function openFor(p: Party, t: Party) {
  const childId = await addChild(p)
  const { id } = dataOf(await ask(p, t, { childId }))
  await approve(t, id)
  await eventually(() => users.threads.find(id))
  return { id, childId }
}

describe('between people who blocked each other', () => {
  it('every call of the contract with words for the other side is refused, or goes through without its words', async () => {
    const { t, s, id } = await open()
    const body = { title: 'Exercise 3', text: 'Page 12', dueAt: dueAt() }
    const set = dataOf(await users.call(`POST /threads/${id}/homework`, { as: t, body }))
    const second = dataOf(
      await users.call(`POST /threads/${id}/homework`, { as: t, body: { ...body, text: '2' } }),
    )
    await users.call(`POST /homework/${set.id}/hand-in`, { as: s, body: { text: 'Done', files: [] } })
    expect((await block(s, id)).status).toBe(200)

    const words = 'You cannot hide from me'
    const call = (key: string, as: Party, more: object) => users.call(key, { as, body: more })
    const refused: Record<string, () => ReturnType<typeof call>> = {
      'POST /threads/:id/messages': () => call(`POST /threads/${id}/messages`, t, { text: words }),
      'POST /threads/:id/homework': () => call(`POST /threads/${id}/homework`, t, { ...body, text: words }),
      'POST /homework/:id/hand-in': () =>
        call(`POST /homework/${second.id}/hand-in`, s, { text: words, files: [] }),
      'PUT /homework/:id/mark': () => call(`PUT /homework/${set.id}/mark`, t, { value: 12, comment: words }),
      'POST /connections': () => ask(s, t, { subject: 'physics', message: words }),
      'POST /me/waiting-requests': () =>
        call('POST /me/waiting-requests', s, { teacherId: t.userId, subject: 'physics', message: words }),
    }
    for (const [key, made] of Object.entries(refused))
      expect([key, codeOf(await made())]).toEqual([key, 'THREAD_BLOCKED'])
    // a mark without a word is one too
    expect(codeOf(await call(`PUT /homework/${set.id}/mark`, t, { value: 12 }))).toBe('THREAD_BLOCKED')

    // what one side may do stays possible; its note does not arrive
    expect((await act(t, id, 'end', words)).status).toBe(200)
    expect((await read(s, id))['note']).toBe('')
    const [ended] = await eventsOf('connection.ended', id)
    expect(ended?.personal.note).toBe('')
    const leftOut = ['accept', 'decline', 'consent', 'cancel', 'end'].map(
      (action) => `POST /connections/:id/${action}`,
    )
    // a file's name is read with its message, the request on the waiting list is one
    const elsewhere = ['POST /materials/uploads']
    const carrying = Object.entries(usersApi).flatMap(([key, endpoint]) => {
      const texts = 'body' in endpoint ? freeTextsOf(endpoint.body) : []
      return texts.some(({ by }) => by === 'connection' || by === 'held') ? [key] : []
    })
    const tried = Object.keys(refused).filter((key) => key !== 'POST /me/waiting-requests')
    expect(carrying.toSorted()).toEqual([...tried, ...leftOut, ...elsewhere].toSorted())
  })

  it('what a guardian blocks holds for all of their children, until the guardian lifts it', async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    const [one, two] = [await openFor(p, t), await openFor(p, t)]
    await block(p, one.id)
    const write = (as: Party, id: string) =>
      users.call(`POST /threads/${id}/messages`, { as, body: { text: 'Hello' } })
    for (const id of [one.id, two.id]) expect(codeOf(await write(t, id))).toBe('THREAD_BLOCKED')
    // every conversation says so, and the other services learn it of each connection
    for (const as of [t, p]) expect(await blockedIn(as, two.id)).toEqual([p.userId])
    await eventually(async () => {
      const [event] = (await eventsOf('connection.changed', two.id)).toReversed()
      return event?.data.blockedBy?.includes(p.userId)
    })
    const third = await addChild(p)
    expect(codeOf(await ask(p, t, { childId: third }))).toBe('THREAD_BLOCKED')
    // other families are not concerned, and the teacher lifts nothing
    const other = await openFor(await parent(), t)
    expect((await write(t, other.id)).status).toBe(201)
    await block(t, one.id, false)
    expect(codeOf(await write(t, two.id))).toBe('THREAD_BLOCKED')
    await block(p, two.id, false)
    for (const id of [one.id, two.id]) expect((await write(t, id)).status).toBe(201)
  })

  it.each(['guardian', 'teacher'] as const)(
    'a block by the %s holds although the guardian leaves the child, and when the guardian comes back',
    async (side) => {
      const [t, p, other] = await Promise.all([teacher(), parent(), parent()])
      const one = await openFor(p, t)
      await users.children.addGuardian(one.childId, other.userId, p.userId)
      const sibling = await openFor(p, t)
      const by = side === 'guardian' ? p : t
      await block(by, one.id)
      expect((await users.call(`DELETE /children/${one.childId}`, { as: p })).status).toBe(200)
      expect(await blockedIn(p, sibling.id)).toEqual([by.userId])
      expect(codeOf(await ask(p, t, { childId: await addChild(p) }))).toBe('THREAD_BLOCKED')
      // the child that was left is free of the guardian's block, and not of the teacher's
      expect((await ask(other, t, { childId: one.childId })).status).toBe(side === 'guardian' ? 201 : 409)
      await users.children.addGuardian(one.childId, p.userId, other.userId)
      expect(codeOf(await ask(p, t, { childId: one.childId, subject: 'physics' }))).toBe('THREAD_BLOCKED')
      await block(by, sibling.id, false)
      expect(await blockedIn(p, sibling.id)).toEqual([])
    },
  )

  it('a block outlives the blocked person’s account, and ends with the account that set it', async () => {
    const { t, s, id } = await open()
    await block(s, id)
    await eraseAccount(users, t.userId, new Date())
    const again = await teacher()
    await users.kafka.publish('auth', again.userId, 50, {
      type: 'user.recognised',
      data: { userId: again.userId, role: 'teacher', at: new Date().toISOString() },
      personal: {
        former: {
          accounts: [{ userId: t.userId, match: 'contact', isSuspended: false, alertIds: [] }],
          ...{ age: null, guardianIds: [], hadGuardian: false },
        },
      },
    })
    await eventually(async () => codeOf(await ask(s, again, { subject: 'physics' })) === 'THREAD_BLOCKED')
    const count = () => users.connections.blocks.collection.countDocuments({ by: s.userId })
    expect(await count()).toBe(2)
    await eraseAccount(users, s.userId, new Date())
    expect(await count()).toBe(0)
  })

  it('a block holds for the other accounts of the blocked person, older ones too, and is lifted in each', async () => {
    const { t, s, id } = await open()
    const other = await teacher()
    const second = dataOf(await ask(s, other, { subject: 'physics' })).id
    await users.profiles.addFormer(other.userId, [t.userId])
    await block(s, id)
    expect(codeOf(await ask(s, other, { subject: 'arabic' }))).toBe('THREAD_BLOCKED')
    const blockersIn = async () => (await users.connections.find(second))?.blockedBy
    expect(await blockersIn()).toEqual([s.userId])
    await block(s, id, false)
    expect(await blockersIn()).toEqual([])
    expect(codeOf(await ask(s, other, { subject: 'arabic' }))).not.toBe('THREAD_BLOCKED')
  })

  it('what a teacher blocks holds in every subject, also after the end; the other services learn it', async () => {
    const { t, s, id } = await open()
    await block(t, id)
    const [event] = (await eventsOf('connection.changed', id)).toReversed()
    expect(event?.data.blockedBy).toEqual([t.userId])
    await act(t, id, 'end')
    expect(codeOf(await ask(s, t))).toBe('THREAD_BLOCKED')
    expect((await ask(await adult(), t)).status).toBe(201)
    await block(t, id, false)
    expect((await ask(s, t)).status).toBe(201)
  })
})
