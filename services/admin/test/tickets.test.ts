import { randomUUID } from 'node:crypto'
import type { Ticket } from '@darsi/contracts/calls/admin/tickets-api.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { solved } from '@darsi/kit/testing/proof.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { UserRow } from '../src/people/user-row.ts'
import { remindOverdue } from '../src/rounds.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const as = someone('admin')

async function received(subject = 'technical'): Promise<Ticket> {
  const email = `${randomUUID()}@example.tn`
  const body = { name: 'Amal', email, userType: 'parent', subject, message: 'The page stays empty.' }
  await admin.call('POST /contact', { body, ip: `198.51.100.${Math.floor(Math.random() * 250)}` })
  const [ticket] = await list(`?q=${email}`)
  if (!ticket) throw new Error('no ticket')
  return ticket
}
async function list(query = ''): Promise<Ticket[]> {
  return dataOf<Ticket[]>(await admin.call(`GET /admin/tickets${query}`, { as }))
}
const answer = (id: string, text: string, seenAnswers = 0) =>
  admin.call(`POST /admin/tickets/${id}/answer`, { as, body: { text, seenAnswers } })
const close = (id: string) => admin.call(`POST /admin/tickets/${id}/close`, { as })

describe('contact tickets', () => {
  it('are sorted by due date; filters combine', async () => {
    const later = await received()
    const urgent = await received('urgent')
    const ids = (await list()).map(({ id }) => id)
    expect(ids.indexOf(urgent.id)).toBeLessThan(ids.indexOf(later.id))
    expect((await list('?subject=urgent')).every(({ subject }) => subject === 'urgent')).toBe(true)
    const first = await admin.call('GET /admin/tickets?limit=1', { as })
    expect((await list(`?limit=1&cursor=${first.body['nextCursor']}`))[0]?.id).not.toBe(urgent.id)
    expect((await admin.call('GET /admin/tickets?cursor=x', { as })).status).toBe(400)
  })

  it('an answer is mailed to the sender and stored with its author', async () => {
    const { id } = await received()
    expect((await answer(id, '  ')).status).toBe(400)
    const { body } = await answer(id, 'Please reload the page.')
    expect(body['data']).toMatchObject({
      status: 'answered',
      answers: [{ text: 'Please reload the page.', by: as.userId }],
    })
    expect((await list()).some((ticket) => ticket.id === id)).toBe(false)
    // a mail links to it, whatever its state
    expect((await list(`?id=${id}`)).map((ticket) => ticket.id)).toEqual([id])
    const [event] = await admin.kafka.published('contact.answered', id, 1)
    expect(event?.personal).toMatchObject({
      answer: 'Please reload the page.',
      message: 'The page stays empty.',
    })
  })

  it('of two answers at once, or one that is sent again, only the first is mailed', async () => {
    const { id } = await received()
    const both = await Promise.all(['Reload the page.', 'Wait a day.'].map((text) => answer(id, text, 0)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await answer(id, 'Reload the page.', 0)).body).toMatchObject({ code: 'STALE_VERSION' })
    expect(await admin.kafka.published('contact.answered', id, 1)).toHaveLength(1)
    expect((await answer(id, 'Reload it again.', 1)).status).toBe(200)
  })

  it('that is not answered in time is counted, and support is reminded once', async () => {
    const { id, dueAt } = await received('urgent')
    const answeredOne = await received('urgent')
    await answer(answeredOne.id, 'Done.')
    const afterwards = new Date(Date.parse(dueAt) + 60_000)
    await remindOverdue(admin, new Date())
    expect(await admin.kafka.published('contact.overdue', id, 0)).toEqual([])
    await Promise.all([remindOverdue(admin, afterwards), remindOverdue(admin, afterwards)])
    await remindOverdue(admin, afterwards)
    const overdue = await admin.kafka.published('contact.overdue', id, 1)
    expect(overdue.map(({ data }) => data)).toEqual([
      { ticketId: id, subject: 'urgent', dueAt, at: afterwards.toISOString() },
    ])
    expect(await admin.kafka.published('contact.overdue', answeredOne.id, 0)).toEqual([])
    await admin.tickets.collection.updateOne({ _id: id }, { $set: { dueAt: new Date(0) } })
    const stats = await admin.call('GET /admin/stats', { as })
    expect(stats.body).toMatchObject({ data: { overdueTickets: 1 } })
  })

  it('is counted on the transparency page after the next night, without its text', async () => {
    const { id } = await received('urgent')
    await answer(id, 'Done.')
    const read = async () => (await admin.call('GET /statistics/transparency')).body['data']
    expect(await read()).toBeNull()
    const night = new Date()
    await Promise.all([admin.transparency.compute(night), admin.transparency.compute(night)])
    const first = await read()
    expect(first).toMatchObject({ at: night.toISOString(), days: 90 })
    expect(JSON.stringify(first)).not.toMatch(/Done|@/)
    // once a day
    await admin.transparency.compute(new Date(night.getTime() + 1000))
    expect(await read()).toEqual(first)
    await admin.transparency.compute(new Date(night.getTime() + 24 * 3_600_000))
    expect(await read()).toMatchObject({
      promises: [{ promise: 'contact-answer', isKept: false }, {}, {}, {}],
    })
  })

  it('is closed once by two administrators at the same time, and cannot be answered afterwards', async () => {
    const { id } = await received()
    const statuses = (await Promise.all([close(id), close(id)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect((await answer(id, 'Too late')).body).toMatchObject({ status: 409, code: 'TICKET_CLOSED' })
    expect((await answer(randomUUID(), 'x')).status).toBe(404)
  })

  it('both are in the audit log and in the recent activity, without the ticket’s text', async () => {
    const { id } = await received()
    await answer(id, 'Please reload the page.')
    await close(id)
    // looks at lists that show the ticket, this one included, are entries too
    await eventually(async () => {
      const actions = dataOf<{ action: string }[]>(
        await admin.call(`GET /superadmin/audit?target=${id}`, { as: someone('super-admin') }),
      ).map(({ action }) => action)
      return ['contact.closed', 'contact.answered', 'tickets.listed'].every((one) => actions.includes(one))
    })
    const { body } = await admin.call('GET /admin/activity', { as })
    expect(JSON.stringify(body['data'])).toContain(id)
    expect(JSON.stringify(body['data'])).not.toContain('reload')
  })

  it('the whole chain of the audit log is checked, and a changed entry is found', async () => {
    const root = someone('super-admin')
    const check = async () => (await admin.call('GET /superadmin/audit/chain', { as: root })).body['data']
    expect(await check()).toMatchObject({ intact: true, brokenAt: null, next: null })
    // a long log is checked in steps, each starting where the previous one ended
    const whole = await admin.audit.check()
    let step = await admin.audit.check(0, 3)
    expect(step).toMatchObject({ entries: 4, next: 4 })
    while (step.next !== null) step = await admin.audit.check(step.next, 3)
    expect(step).toEqual(whole)
    await admin.audit.collection.updateOne({ sequence: 2 }, { $set: { detail: 'forged' } })
    expect(await check()).toMatchObject({ intact: false, brokenAt: 2, next: null })
    expect(await admin.audit.check(3)).toMatchObject({ intact: true })
    // the last entry of a step is deleted before the next step
    const { collection } = admin.audit
    const third = await collection.findOneAndDelete({ sequence: 3 })
    expect(await admin.audit.check(3)).toMatchObject({ intact: false, brokenAt: 4 })
    if (third) await collection.insertOne(third)
  })

  it('the audit log is filtered by person and by day', async () => {
    const root = someone('super-admin')
    const total = async (query: string) =>
      (await admin.call(`GET /superadmin/audit?${query}`, { as: root })).body['total']
    expect(await total(`by=${as.userId}&action=contact.closed`)).toBe(2)
    expect(await total('from=2020-01-01&to=2020-01-02')).toBe(0)
    const today = new Date(Date.now() + 3600_000).toISOString().slice(0, 10)
    expect(await total(`from=${today}&by=${as.userId}&action=contact.closed`)).toBe(2)
  })
})

const message = () => ({
  name: 'Amal',
  email: `${randomUUID()}@Example.tn`,
  userType: 'parent',
  subject: 'technical',
  message: 'The page stays empty.',
})
type Options = { ip?: string; headers?: Record<string, string> }
const send = (body: object, { ip = '198.51.100.7', headers }: Options = {}) =>
  admin.call('POST /contact', { body, ip, ...(headers && { headers }) })
const ticketsOf = (email: string) => admin.tickets.collection.find({ email: email.toLowerCase() }).toArray()

describe('the contact form', () => {
  it('is stored as a ticket that is due within two hours, and answered by the specification’s text', async () => {
    const body = message()
    const answer = await send(body, { headers: { 'accept-language': 'fr' } })
    expect(answer.status).toBe(201)
    expect((await send({ ...message() })).body['message']).toBe(
      'Thank you for your message! Our tutoring excellence team will respond within 2 hours.',
    )
    const [ticket] = await ticketsOf(body.email)
    expect(ticket).toMatchObject({ status: 'new', language: 'fr', message: body.message })
    expect(ticket && ticket.dueAt.getTime() - ticket.createdAt.getTime()).toBe(2 * 3600 * 1000)
    const [event] = await admin.kafka.published('contact.received', ticket?._id ?? '', 1)
    expect(event?.personal).toMatchObject({ email: body.email.toLowerCase(), language: 'fr' })
  })

  it('name, email, userType, subject and message are required, phone is not', async () => {
    const answer = await send({ email: 'amal@' })
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe('Please fill in all required fields.')
    // `as`: the problem document
    const errors = answer.body['errors'] as { path: string }[]
    expect(errors.map(({ path }) => path)).toEqual(['name', 'userType', 'subject', 'message', 'email'])
  })

  it('a retry with the same Idempotency-Key is the same ticket', async () => {
    const body = message()
    const headers = { 'idempotency-key': randomUUID() }
    for (let again = 0; again < 3; again++) expect((await send(body, { headers })).status).toBe(201)
    expect(await ticketsOf(body.email)).toHaveLength(1)
  })

  it('takes five messages an hour from one address of a person', async () => {
    const body = message()
    for (let count = 0; count < 5; count++) expect((await send(body, { ip: '203.0.113.1' })).status).toBe(201)
    const refused = await send(body, { ip: '203.0.113.2' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  it('is refused to an account that is being erased, and nothing of it stays', async () => {
    const owner = someone('parent')
    const row = { _id: owner.userId, role: 'parent', status: 'approved', createdAt: new Date() }
    const erasure = { pending: ['auth'], at: new Date(), by: 'root' }
    await admin.users.collection.insertOne(asDocument<UserRow>({ ...row, erasure, erasedAt: null }))
    const body = message()
    const answer = await admin.call('POST /contact', { as: owner, body, ip: '198.51.100.8' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(await ticketsOf(body.email)).toEqual([])
  })

  it('limits messages per client address, and needs a proof of work above half of the limit', async () => {
    const ip = '203.0.113.9'
    const codesOf = async (bodies: object[]) => {
      const answers = await Promise.all(bodies.map((body) => send(body, { ip })))
      return answers.map(({ status, body }) => body['code'] ?? status).sort()
    }
    const plain = Array.from({ length: 15 }, message)
    const asked = 'PROOF_OF_WORK_REQUIRED'
    expect(await codesOf(plain)).toEqual([...Array(10).fill(201), ...Array(5).fill(asked)])
    const proven = await Promise.all(
      plain.map(async (body) => ({ ...body, altcha: await solved(admin.proofOfWork.challenge()) })),
    )
    expect(await codesOf(proven)).toEqual([...Array(10).fill(201), ...Array(5).fill('RATE_LIMITED')])
    // a proof of work is used once, and is no part of the message
    expect(await codesOf(proven.slice(0, 1))).not.toContain(201)
    const tickets = await Promise.all(proven.map(({ email }) => ticketsOf(email)))
    expect(JSON.stringify(tickets)).not.toContain('altcha')
  })
})
