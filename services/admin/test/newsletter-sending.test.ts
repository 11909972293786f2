import { randomUUID } from 'node:crypto'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sendBatches, stopRestored } from '../src/newsletter/send-batches.ts'
import { type Admin, start } from './world.ts'

let admin: Admin
const superAdmin = someone('super-admin')
beforeAll(async () => {
  admin = await start()
  await admin.kafka.publish('auth', superAdmin.userId, 1, {
    type: 'user.registered',
    data: {
      ...{ userId: superAdmin.userId, role: 'super-admin', status: 'approved', governorateId: null },
      createdAt: new Date().toISOString(),
    },
    personal: {
      ...{ email: 'imen@example.tn', fullName: 'Imen Attia', language: 'fr', phone: '', location: {} },
      ...{ roleData: {}, verificationToken: '' },
    },
  })
  await eventually(() => admin.users.collection.findOne({ _id: superAdmin.userId }))
})
afterAll(() => admin.close())
beforeEach(async () => {
  await admin.subscriptions.collection.deleteMany({})
  await admin.issues.collection.deleteMany({})
})

const text = (subject: string, body = '# Hello\n\nSome **news**.') => ({ subject, body })
const whole = { en: text('News'), fr: text('Nouvelles'), ar: text('أخبار') }
const call = (path: string, body?: object, method = 'POST') =>
  admin.call(`${method} /superadmin/newsletters${path}`, { as: superAdmin, ...(body && { body }) })
const data = (answer: { body: Record<string, unknown> }) => answer.body['data'] as Newsletter

async function draft(texts = whole): Promise<Newsletter> {
  return data(await call('', { texts }))
}

async function subscribe(language: Language = 'en', confirmedAt: Date | null = new Date(Date.now() - 1000)) {
  const id = randomUUID()
  const leaveToken = `leave-${id}`
  await admin.subscriptions.collection.insertOne({
    ...{ _id: id, v: 0, outbox: [], email: `${id}@example.tn`, language, leaveToken, confirmedAt },
    ...{ confirmHash: id, confirmUntil: new Date(), askedAt: new Date() },
  })
  return { id, leaveToken }
}

/** Batches of three, each as soon as it is due. */
const rounds = async (count: number, from = Date.now()) => {
  for (let round = 0; round < count; round++)
    await sendBatches({ ...admin, newsletterPerMinute: 36 }, new Date(from + round * 5000))
}

async function addressed(id: string, count: number): Promise<DarsiEvent<'newsletter.addressed'>[]> {
  return admin.kafka.published('newsletter.addressed', id, count)
}

describe('a newsletter', () => {
  it('is a draft that can be changed and deleted, by the revision that was read', async () => {
    const { id, revision, state } = await draft({ ...whole, fr: text('', '') })
    expect([revision, state]).toEqual([1, 'draft'])
    const changed = await call(`/${id}`, { texts: whole, revision }, 'PUT')
    expect([changed.status, data(changed).revision, data(changed).texts.fr.subject]).toEqual([
      200,
      2,
      'Nouvelles',
    ])
    const stale = await call(`/${id}`, { texts: whole, revision }, 'PUT')
    expect([stale.status, stale.body['code']]).toEqual([409, 'STALE_VERSION'])
    const list = await call('', undefined, 'GET')
    expect(list.body['data']).toMatchObject([{ id, revision: 2 }])
    expect((await call(`/${id}`, undefined, 'DELETE')).status).toBe(200)
    expect((await call(`/${id}`, undefined, 'DELETE')).status).toBe(404)
  })

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
    const { id } = await draft()
    expect((await call(`/${id}/test`, { language: 'fr' })).status).toBe(202)
    const [event] = await admin.kafka.published('newsletter.test-requested', id, 1)
    expect(event?.personal).toMatchObject({
      email: 'imen@example.tn',
      language: 'fr',
      mail: { subject: 'Nouvelles' },
    })
    expect((await admin.issues.found(id)).state).toBe('draft')
  })

  it('is not sent without all languages, twice, or after another administrator changed it', async () => {
    const half = await draft({ ...whole, ar: text('أخبار', ' ') })
    const incomplete = await call(`/${half.id}/send`, { revision: 1 })
    expect([incomplete.status, incomplete.body['code']]).toEqual([400, 'NEWSLETTER_INCOMPLETE'])
    const { id } = await draft()
    expect((await call(`/${id}/send`, { revision: 7 })).body['code']).toBe('STALE_VERSION')
    const both = await Promise.all([
      call(`/${id}/send`, { revision: 1 }),
      call(`/${id}/send`, { revision: 1 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await call(`/${id}`, { texts: whole, revision: 1 }, 'PUT')).body['code']).toBe(
      'NEWSLETTER_NOT_DRAFT',
    )
    expect((await call(`/${id}`, undefined, 'DELETE')).body['code']).toBe('NEWSLETTER_NOT_DRAFT')
  })

  it('addresses each confirmed subscriber once, in batches, on any process', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => subscribe('fr')))
    await subscribe('fr', null)
    const { id } = await draft()
    const sent = data(await call(`/${id}/send`, { revision: 1 }))
    expect([sent.state, sent.recipients]).toEqual(['sending', 7])
    // confirmed after the start: gets the next newsletter
    await subscribe('ar', new Date(Date.now() + 60_000))
    const from = Date.now()
    // two processes
    await Promise.all([rounds(4, from), rounds(4, from)])
    const batches = await addressed(id, 3)
    expect(batches.map((event) => [event.data.count, event.data.isLast])).toEqual([
      [3, false],
      [3, false],
      [1, true],
    ])
    const reached = batches.flatMap(({ personal }) => personal.recipients.map((one) => one.subscriptionId))
    expect(reached.sort()).toEqual(people.map((one) => one.id).sort())
    expect((await admin.issues.found(id)).nextAt).toBeNull()
  })

  it('is not sent to readers who unsubscribed meanwhile, by their mail program or on the page', async () => {
    const [first, second, third] = [await subscribe(), await subscribe(), await subscribe()]
    const { id } = await draft()
    await call(`/${id}/send`, { revision: 1 })
    const path = `/newsletter/unsubscribe?token=${first.leaveToken}`
    const type = 'application/x-www-form-urlencoded'
    const form = await admin.raw('POST', path, 'List-Unsubscribe=One-Click', type)
    expect(form.status).toBe(200)
    expect((await admin.call('POST /newsletter/leave', { body: { token: second.leaveToken } })).status).toBe(
      200,
    )
    await rounds(1)
    const [batch] = await addressed(id, 1)
    expect(batch?.personal.recipients.map((one) => one.subscriptionId)).toEqual([third.id])
    for (const { id: left } of [first, second]) {
      expect(await admin.kafka.published('newsletter.left', left, 1)).toHaveLength(1)
      const kept = await admin.subscriptions.collection.findOne({ _id: left })
      expect(JSON.stringify({ ...kept, outbox: [] })).not.toMatch(/example\.tn|leave-/)
    }
  })

  it('is stopped: no further batch, and the audit log says by whom', async () => {
    await Promise.all(Array.from({ length: 5 }, () => subscribe()))
    const { id } = await draft()
    await call(`/${id}/send`, { revision: 1 })
    await rounds(1)
    expect(data(await call(`/${id}/stop`)).state).toBe('stopped')
    await rounds(3)
    expect(await admin.kafka.published('newsletter.stopped', id, 1)).toHaveLength(1)
    expect((await addressed(id, 1)).map((event) => event.data.count)).toEqual([3])
    expect((await call(`/${id}/stop`)).body['code']).toBe('NEWSLETTER_NOT_SENDING')
    await eventually(async () => {
      const entries = await admin.audit.collection.find({ target: id }, { sort: { sequence: 1 } }).toArray()
      expect(entries.map(({ action, by }) => [action, by])).toEqual([
        ['newsletter.started', superAdmin.userId],
        ['newsletter.stopped', superAdmin.userId],
      ])
      return true
    })
  })

  it('is stopped after a restore unless it was started later', async () => {
    await Promise.all(Array.from({ length: 5 }, () => subscribe()))
    const [old, later] = [await draft(), await draft()]
    await call(`/${old.id}/send`, { revision: 1 })
    await rounds(1)
    const restoredAt = (await admin.issues.found(old.id)).startedAt ?? new Date()
    await call(`/${later.id}/send`, { revision: 1 })
    await stopRestored(admin.issues, { restoredAt, at: new Date() })
    await rounds(3)
    expect((await admin.issues.found(old.id)).state).toBe('stopped')
    expect((await addressed(old.id, 1)).map((event) => event.data.count)).toEqual([3])
    expect((await addressed(later.id, 2)).map((event) => event.data.count)).toEqual([3, 2])
    const [stopped] = await admin.kafka.published('newsletter.stopped', old.id, 1)
    expect(stopped?.data.by).toBe('restore')
  })

  it('is sent once the delivery has settled every mail, with the counts', async () => {
    await subscribe()
    const { id } = await draft()
    await call(`/${id}/send`, { revision: 1 })
    await rounds(1)
    const counts = { sent: 1, failed: 0, withdrawn: 0 }
    const delivered = { newsletterId: id, ...counts, at: new Date().toISOString() }
    const publish = (sequence: number, isSettled: boolean) =>
      admin.kafka.publish('notifications', id, sequence, {
        type: 'newsletter.delivered',
        data: { ...delivered, isSettled },
      })
    await publish(1, false)
    await eventually(async () => (await admin.issues.found(id)).sent === 1)
    expect((await admin.issues.found(id)).state).toBe('sending')
    await publish(2, true)
    await eventually(async () => (await admin.issues.found(id)).state === 'sent')
    expect((await call(`/${id}/send`, { revision: 1 })).status).toBe(409)
  })
})
