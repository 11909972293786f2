import type { Identity } from '@darsi/kit/identity/identity.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { newChild } from '../src/children/child.ts'
import { actOnConnection } from '../src/requests/connection-commands.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const patienceMs = 180_000
const six = <T>(run: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 6 }, run))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const ask = (as: Identity, { userId: teacherId }: Identity, more: object = {}) =>
  users.call('POST /connections', { as, body: { teacherId, subject: 'mathematics', ...more } })
const lines = (childId: string) => users.consents.collection.countDocuments({ childId })

async function family() {
  const [p, s] = await Promise.all([
    users.account('parent', { fullName: 'Salma Ben Salah' }),
    users.account('student', { roleData: { educationLevel: 'secondary', birthYear: 2011 } }),
  ])
  const childId = `of-${s.userId}`
  const given = { firstName: 'Amina', birthYear: 2011, educationLevel: 'secondary' } as const
  const child = newChild({ id: childId, guardianId: p.userId, at: new Date() }, given)
  await users.children.add({ ...child, accountId: s.userId })
  return { p, s, childId }
}

describe('six consents at once', () => {
  it(
    'to a learner’s request leave what one leaves, and the request waits for the others',
    async () => {
      const { p, s, childId } = await family()
      for (let round = 1; round <= rounds; round++) {
        const t = await users.account('teacher', { fullName: 'Karim Jaziri' })
        const { id } = dataOf(await ask(s, t))
        const answers = await six(() => users.call(`POST /connections/${id}/consent`, { as: p, body: {} }))
        expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
        expect(dataOf(await users.call(`GET /connections/${id}`, { as: p }))).toMatchObject({
          status: 'pending',
          needs: { guardian: 'agreed' },
        })
        expect(await lines(childId)).toBe(3 * round)
        await users.call(`POST /connections/${id}/cancel`, { as: s, body: {} })
      }
    },
    patienceMs,
  )

  it(
    'by two guardians leave the consents of the one who was first',
    async () => {
      const { p, s, childId } = await family()
      const other = await users.account('parent', { fullName: 'Karim Ben Salah' })
      await users.children.addGuardian(childId, other.userId, p.userId)
      for (let round = 1; round <= rounds; round++) {
        const t = await users.account('teacher', { fullName: 'Karim Jaziri' })
        const { id } = dataOf(await ask(s, t))
        const answers = await Promise.all(
          [p, other].map((as) => users.call(`POST /connections/${id}/consent`, { as, body: {} })),
        )
        const first = answers[0]?.status === 200 ? p : other
        expect(statuses(answers)).toEqual([200, 409])
        const valid = (await users.consents.ofChildren([childId])).filter(
          ({ teacherId, withdrawnAt }) => teacherId === t.userId && !withdrawnAt,
        )
        expect(valid.map(({ by }) => by)).toEqual(Array(3).fill(first.userId))
        await users.call(`POST /connections/${id}/cancel`, { as: s, body: {} })
      }
    },
    patienceMs,
  )

  it(
    'with a parent’s own request leave what one leaves, and one request',
    async () => {
      const { p, childId } = await family()
      for (let round = 1; round <= rounds; round++) {
        const t = await users.account('teacher', { fullName: 'Karim Jaziri' })
        const answers = await six(() => ask(p, t, { childId }))
        expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409])
        const { id } = dataOf(answers.find(({ status }) => status === 201) ?? { body: {} })
        expect(dataOf(await users.call(`GET /connections/${id}`, { as: p }))).toMatchObject({
          status: 'pending',
        })
        expect(await lines(childId)).toBe(3 * round)
        await users.call(`POST /connections/${id}/cancel`, { as: p, body: {} })
      }
    },
    patienceMs,
  )

  it(
    'for one purpose are one line, again after it was taken back',
    async () => {
      const { p, childId } = await family()
      const give = () => users.call('POST /consents', { as: p, body: { childId, purpose: 'video' } })
      for (let round = 1; round <= rounds; round++) {
        const [first, ...others] = (await six(give)).map((answer) => dataOf(answer).id)
        expect(new Set(others)).toEqual(new Set([first]))
        expect((await users.call(`DELETE /consents/${first}`, { as: p })).status).toBe(200)
        // an entry and its withdrawal for each round
        expect(await lines(childId)).toBe(2 * round)
      }
    },
    patienceMs,
  )

  it('an unused consent is withdrawn, and a needed one is not', async () => {
    const { p, s, childId } = await family()
    const t = await users.account('teacher', { fullName: 'Karim Jaziri' })
    const { id } = dataOf(await ask(s, t))
    // the teacher refuses first
    const consent = actOnConnection(users, id, { by: p.userId, action: 'consent', note: '' })
    const [, refused] = await Promise.allSettled([
      consent,
      actOnConnection(users, id, { by: t.userId, action: 'decline', note: '' }),
    ])
    const { status, needs } = (await users.connections.find(id)) ?? {}
    expect([refused.status, status]).toEqual(['fulfilled', 'declined'])
    const stands = await users.consents.isGiven(childId, 'connect', t.userId)
    expect(stands).toBe(needs?.guardian === 'agreed')
  })
})
