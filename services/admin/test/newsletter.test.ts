import { randomUUID } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { solved } from '@darsi/kit/testing/proof.ts'
import { someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const address = () => `${randomUUID()}@example.tn`
let client = 0
const send = (path: string, body: object) =>
  admin.call(`POST /newsletter${path}`, { body, ip: `198.51.100.${++client % 250}` })
const subscriptionOf = (email: string) => admin.subscriptions.collection.findOne({ email })

async function asked(email: string, nth = 1): Promise<DarsiEvent<'newsletter.requested'>['personal']> {
  await send('', { email })
  const subscription = await subscriptionOf(email)
  const found = await admin.kafka.published('newsletter.requested', subscription?._id ?? '', nth)
  const event = found.at(-1)
  if (!event) throw new Error('no event')
  return event.personal
}

describe('the newsletter', () => {
  it('an address is subscribed once its owner has opened the mailed link, which may be opened again', async () => {
    const email = address()
    const { confirmToken } = await asked(email)
    expect((await subscriptionOf(email))?.confirmedAt).toBeNull()
    for (let time = 0; time < 2; time++) {
      expect((await send('/confirm', { token: confirmToken })).status).toBe(200)
    }
    const subscription = await subscriptionOf(email)
    expect(subscription?.confirmedAt).toBeInstanceOf(Date)
    expect(subscription?.forgetAt).toBeUndefined()
    const events = await admin.kafka.published('newsletter.confirmed', subscription?._id ?? '', 1)
    expect(events).toHaveLength(1)
  })

  it('answers the same whether an address is new, requested, subscribed, or from a bot that filled in the hidden field', async () => {
    const email = address()
    const { confirmToken } = await asked(email)
    const pending = await send('', { email })
    await send('/confirm', { token: confirmToken })
    const answers = [
      pending,
      await send('', { email: address() }),
      await send('', { email }),
      await send('', { email: address(), website: 'https://spam.example' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(202)
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it('a second request makes a new link and voids the old one', async () => {
    const email = address()
    const first = await asked(email)
    const second = await asked(email, 2)
    const older = await send('/confirm', { token: first.confirmToken })
    expect([older.status, older.body['code']]).toEqual([400, 'LINK_REPLACED'])
    expect((await send('/confirm', { token: second.confirmToken })).status).toBe(200)
    expect(second.leaveToken).toBe(first.leaveToken)
  })

  it('a subscribed address gets no further mail, and a bot none at all', async () => {
    const [email, bot] = [address(), address()]
    const { confirmToken } = await asked(email)
    await send('/confirm', { token: confirmToken })
    await send('', { email })
    expect((await subscriptionOf(email))?.v).toBe(2)
    await send('', { email: bot, website: 'x' })
    expect(await subscriptionOf(bot)).toBeNull()
  })

  it('keeps no token that confirms', async () => {
    const email = address()
    const { confirmToken } = await asked(email)
    const { outbox: _, ...kept } = (await subscriptionOf(email)) ?? {}
    expect(JSON.stringify(kept)).not.toContain(confirmToken)
  })

  it('an expired or unknown link answers with its own problem', async () => {
    const email = address()
    const { confirmToken } = await asked(email)
    await admin.subscriptions.collection.updateOne({ email }, { $set: { confirmUntil: new Date(0) } })
    const late = await send('/confirm', { token: confirmToken })
    expect([late.status, late.body['code']]).toEqual([400, 'NEWSLETTER_LINK_EXPIRED'])
    expect((await send('/confirm', { token: 'unknown' })).status).toBe(404)
  })

  it('unsubscribing erases the address, and unsubscribing twice is no error', async () => {
    const email = address()
    const { confirmToken, leaveToken } = await asked(email)
    await send('/confirm', { token: confirmToken })
    for (const token of [leaveToken, leaveToken, 'unknown']) {
      expect((await send('/leave', { token })).status).toBe(200)
    }
    expect(await subscriptionOf(email)).toBeNull()
  })

  it('a reader who left and signs up again is asked to confirm again', async () => {
    const email = address()
    const first = await asked(email)
    await send('/confirm', { token: first.confirmToken })
    await send('/leave', { token: first.leaveToken })
    const again = await asked(email, 2)
    expect((await subscriptionOf(email))?.confirmedAt).toBeNull()
    expect((await send('/confirm', { token: again.confirmToken })).status).toBe(200)
    expect((await subscriptionOf(email))?.confirmedAt).toBeInstanceOf(Date)
    expect(again.leaveToken).not.toBe(first.leaveToken)
  })

  it('does not answer "sent" when the database has written nothing', async () => {
    const key = { language: 1 } as const
    const { collection } = admin.subscriptions
    // the kind of a database that keeps an old key: the insert is refused, and no subscription has this address
    await collection.createIndex(key, { unique: true, partialFilterExpression: { language: 'ar' } })
    const ask = (email: string) =>
      admin.call('POST /newsletter', { body: { email }, headers: { 'accept-language': 'ar' } })
    expect((await ask(address())).status).toBe(202)
    const lost = address()
    expect((await ask(lost)).status).toBe(503)
    expect(await subscriptionOf(lost)).toBeNull()
    await collection.dropIndex('language_1')
    expect((await ask(lost)).status).toBe(202)
    expect(await subscriptionOf(lost)).not.toBeNull()
  })

  it('asks a client address that has used half of its limit for a proof of work', async () => {
    const ip = '203.0.113.77'
    const ask = (more: object = {}) =>
      admin.call('POST /newsletter', { body: { email: address(), ...more }, ip })
    for (let time = 0; time < 10; time++) expect((await ask()).status).toBe(202)
    expect((await ask()).body['code']).toBe('PROOF_OF_WORK_REQUIRED')
    expect((await ask({ altcha: await solved(admin.proofOfWork.challenge()) })).status).toBe(202)
  })

  it('refuses an invalid address, and the sixth request of one client', async () => {
    const refused = await send('', { email: 'amal@' })
    expect([refused.status, refused.body['error']]).toEqual([400, 'Valid email address is required'])
    const email = address()
    for (let time = 0; time < 5; time++) expect((await send('', { email })).status).toBe(202)
    expect((await send('', { email })).status).toBe(429)
  })

  it('super-admins export the confirmed, each with the link that ends it', async () => {
    const [email, other] = [address(), address()]
    const { confirmToken, leaveToken } = await asked(email)
    await asked(other)
    await send('/confirm', { token: confirmToken })
    const answer = await admin.call('GET /superadmin/exports/newsletter.csv', { as: someone('super-admin') })
    const csv = String(answer.body['text'])
    expect(csv).toContain(`${email},en,`)
    expect(csv).toContain(`https://darsi.example/newsletter/leave?token=${leaveToken}`)
    expect(csv).not.toContain(other)
  })
})
