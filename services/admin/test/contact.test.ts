import { randomUUID } from 'node:crypto'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { solved } from '@darsi/kit/testing/proof.ts'
import { someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { UserRow } from '../src/people/user-row.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

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
