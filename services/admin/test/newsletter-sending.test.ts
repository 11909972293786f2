import { randomUUID } from 'node:crypto'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { addressSubscribers } from '../src/rounds.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()
const superAdmin = someone('super-admin')
beforeAll(async () => {
  await admin.kafka.account.registered({
    userId: superAdmin.userId,
    role: 'super-admin',
    governorateId: null,
    email: 'imen@example.tn',
    fullName: 'Imen Attia',
  })
  await eventually(() => admin.users.collection.findOne({ _id: superAdmin.userId }))
})
beforeEach(async () => {
  await admin.subscriptions.collection.deleteMany({})
  await admin.issues.collection.deleteMany({})
})

const text = (subject: string, body = '# Hello\n\nSome **news**.') => ({ subject, body })
const whole = { en: text('News'), fr: text('Nouvelles'), ar: text('أخبار') }
const call = (path: string, body?: object, method = 'POST') =>
  admin.call(`${method} /superadmin/newsletters${path}`, { as: superAdmin, ...(body && { body }) })

async function send(texts = whole): Promise<Newsletter> {
  const { body } = await call('', { texts })
  return body['data'] as Newsletter
}

async function subscribe(language: Language = 'en', confirmedAt: Date | null = new Date(Date.now() - 1000)) {
  const id = randomUUID()
  const leaveToken = `leave-${id}`
  await admin.subscriptions.collection.insertOne({
    ...{ _id: id, v: 0, outbox: [], claim: id, email: `${id}@example.tn`, language, leaveToken, confirmedAt },
    ...{ confirmHash: id, confirmUntil: new Date(), lastIssue: '', askedAt: new Date() },
  })
  return { id, leaveToken }
}

/** As many rounds as address every subscriber and finish the newsletters. */
const rounds = async (count = 4) => {
  for (let round = 0; round < count; round++) await addressSubscribers(admin, new Date())
}

/** The newsletters that addressed a subscriber. */
async function addressing(subscriptionId: string, atLeast = 0): Promise<string[]> {
  const events = await admin.kafka.published('newsletter.addressed', subscriptionId, atLeast)
  return events.map(({ data }) => data.newsletterId)
}

describe('a newsletter', () => {
  it('shows a preview of its Markdown', async () => {
    const { body } = await call('/preview', { body: '# Title\n\n[x](javascript:a) <b>' })
    expect(body['data']).toEqual({
      blocks: [
        { kind: 'heading', runs: [{ text: 'Title' }] },
        { kind: 'paragraph', runs: [{ text: 'x' }, { text: ' ' }, { text: '<b>' }] },
      ],
    })
  })

  it('is sent to the caller only as a test mail', async () => {
    expect((await call('/test', { language: 'fr', text: text('Nouvelles', ' ') })).body['code']).toBe(
      'NEWSLETTER_INCOMPLETE',
    )
    expect((await call('/test', { language: 'fr', text: whole.fr })).status).toBe(202)
    const [event] = await admin.kafka.published('newsletter.test-requested', superAdmin.userId, 1)
    expect(event?.personal).toMatchObject({
      email: 'imen@example.tn',
      language: 'fr',
      mail: { subject: 'Nouvelles' },
    })
    expect((await call('', undefined, 'GET')).body['data']).toEqual([])
  })

  it('is not sent without all languages, and the same texts only once; the audit log says by whom', async () => {
    const incomplete = await call('', { texts: { ...whole, ar: text('أخبار', ' ') } })
    expect([incomplete.status, incomplete.body['code']]).toEqual([400, 'NEWSLETTER_INCOMPLETE'])
    const both = await Promise.all([call('', { texts: whole }), call('', { texts: whole })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.map(({ body }) => body['code'])).toContain('NEWSLETTER_ALREADY_SENT')
    const list = await call('', undefined, 'GET')
    const subjects = { en: 'News', fr: 'Nouvelles', ar: 'أخبار' }
    expect(list.body).toMatchObject({ data: [{ subjects, recipients: 0 }], subscribers: { en: 0 } })
    const [{ id }] = list.body['data'] as [Newsletter]
    await eventually(async () => {
      const entries = await admin.audit.collection.find({ target: id }).toArray()
      expect(entries.map(({ action, by }) => [action, by])).toEqual([
        ['newsletter.started', superAdmin.userId],
      ])
      return true
    })
  })

  it('addresses each confirmed subscriber once, on any process, by an event with its mail', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => subscribe('fr')))
    const unconfirmed = await subscribe('fr', null)
    const { id, recipients } = await send()
    expect(recipients).toBe(7)
    // confirmed after the start: gets the next newsletter
    const later = await subscribe('ar', new Date(Date.now() + 60_000))
    // two processes
    await Promise.all([rounds(), rounds()])
    for (const one of people) expect(await addressing(one.id, 1)).toEqual([id])
    for (const one of [unconfirmed, later]) expect(await addressing(one.id)).toEqual([])
    const [event] = await admin.kafka.published('newsletter.addressed', people[0]?.id ?? '', 1)
    expect(event?.personal).toMatchObject({
      language: 'fr',
      leaveToken: people[0]?.leaveToken,
      mail: { subject: 'Nouvelles' },
    })
    expect(await admin.issues.unfinished()).toBeNull()
  })

  it('follows another one that is not finished', async () => {
    const { id: reader } = await subscribe()
    const [first, second] = [await send(), await send({ ...whole, en: text('More news') })]
    await rounds()
    expect(await addressing(reader, 2)).toEqual([first.id, second.id])
  })

  it('is not sent to readers who unsubscribed meanwhile, by their mail program or on the page', async () => {
    const [first, second, third] = [await subscribe(), await subscribe(), await subscribe()]
    const { id } = await send()
    const path = `/newsletter/unsubscribe?token=${first.leaveToken}`
    const type = 'application/x-www-form-urlencoded'
    const form = await admin.raw('POST', path, 'List-Unsubscribe=One-Click', type)
    expect(form.status).toBe(200)
    expect((await admin.call('POST /newsletter/leave', { body: { token: second.leaveToken } })).status).toBe(
      200,
    )
    await rounds()
    expect(await addressing(third.id, 1)).toEqual([id])
    for (const { id: left } of [first, second]) {
      expect(await addressing(left)).toEqual([])
      expect(await admin.kafka.published('newsletter.left', left, 1)).toHaveLength(1)
      const kept = await admin.subscriptions.collection.findOne({ _id: left })
      expect(JSON.stringify({ ...kept, outbox: [] })).not.toMatch(/example\.tn|leave-/)
    }
  })

  it('ends with a restore unless it was sent later', async () => {
    const { id: reader } = await subscribe()
    const old = await send()
    const later = await send({ ...whole, en: text('More news') })
    await admin.issues.finishRestored(new Date(old.sentAt))
    await rounds()
    expect(await addressing(reader, 1)).toEqual([later.id])
  })
})
