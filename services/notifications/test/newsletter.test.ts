import { randomUUID } from 'node:crypto'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { reportDeliveries } from '../src/newsletter/report-deliveries.ts'
import { headerOf, type SmtpSink, smtpSink } from './smtp-sink.ts'
import { start, type World } from './world.ts'

let sink: SmtpSink
let world: World
beforeAll(async () => {
  sink = await smtpSink()
  world = await start(sink.url)
})
afterAll(async () => {
  await world.close()
  await sink.close()
})

const at = () => new Date().toISOString()
const run = (text: string) => ({ kind: 'paragraph' as const, runs: [{ text }] })
const mails = {
  en: { subject: 'News', blocks: [run('English news')] },
  fr: {
    subject: 'Nouvelles',
    blocks: [
      run('<b>Bonjour</b>'),
      { kind: 'item' as const, runs: [{ text: 'un lien', href: 'https://darsi.example/fr/blog' }] },
    ],
  },
  ar: { subject: 'أخبار', blocks: [run('أخبار')] },
}
type Reader = { subscriptionId: string; email: string; language: 'en' | 'fr' | 'ar'; leaveToken: string }

function reader(language: Reader['language'] = 'fr'): Reader {
  const subscriptionId = randomUUID()
  return {
    subscriptionId,
    email: `${subscriptionId}@example.tn`,
    language,
    leaveToken: `leave-${subscriptionId}`,
  }
}

/** One newsletter as admin publishes it. */
function newsletter() {
  const newsletterId = randomUUID()
  const about = { newsletterId, by: 'a1' }
  let sequence = 0
  const publish = (event: Parameters<World['kafka']['publish']>[3]) =>
    world.kafka.publish('admin', newsletterId, ++sequence, event)
  return {
    newsletterId,
    start: (recipients: number) =>
      publish({ type: 'newsletter.started', data: { ...about, recipients, at: at() }, personal: { mails } }),
    address: (recipients: Reader[], isLast = true) =>
      publish({
        type: 'newsletter.addressed',
        data: { newsletterId, count: recipients.length, isLast, at: at() },
        personal: { recipients },
      }),
    stop: () => publish({ type: 'newsletter.stopped', data: { ...about, at: at() } }),
    delivered: async (atLeast = 1) => {
      await reportDeliveries(world, new Date())
      const found = await world.kafka.published('newsletter.delivered', newsletterId, atLeast)
      return found.at(-1)?.data
    },
    mailsOf: () => world.mails.collection.find({ about: `newsletter-${newsletterId}` }).toArray(),
  }
}

const leave = ({ subscriptionId }: Reader) =>
  world.kafka.publish('admin', subscriptionId, 9, {
    type: 'newsletter.left',
    data: { subscriptionId, at: at() },
  })

describe('the newsletter', () => {
  it('asks for a confirmation, then welcomes; every mail says how to leave, also to mail programs', async () => {
    const id = randomUUID()
    const personal = { email: `${id}@example.tn`, language: 'fr' as const, leaveToken: 'leave-me' }
    const data = { subscriptionId: id, at: at() }
    await world.kafka.publish('admin', id, 1, {
      type: 'newsletter.requested',
      data,
      personal: { ...personal, confirmToken: 'confirm-me' },
    })
    await eventually(() => sink.to(personal.email).length === 1)
    await world.kafka.publish('admin', id, 2, { type: 'newsletter.confirmed', data, personal })
    await eventually(() => sink.to(personal.email).length === 2)
    const [confirm, welcome] = sink.to(personal.email)
    for (const mail of [confirm, welcome]) {
      if (!mail) throw new Error('no mail')
      expect(headerOf(mail, 'List-Unsubscribe')).toBe(
        '<https://darsi.example/api/newsletter/unsubscribe?token=leave-me>',
      )
      expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
      expect(mail.raw).toContain('/fr/newsletter/leave?token')
    }
    expect(confirm?.raw).toContain('/fr/newsletter?token=')
    expect(welcome?.raw).not.toContain('confirm-me')
  })

  it('reaches each reader once, in the own language, also when its events come again', async () => {
    const [french, arabic] = [reader('fr'), reader('ar')]
    const sent = newsletter()
    await sent.start(2)
    await sent.address([french, arabic])
    await eventually(() => sink.to(french.email).length === 1 && sink.to(arabic.email).length === 1)
    const [mail] = sink.to(french.email)
    if (!mail) throw new Error('no mail')
    expect(headerOf(mail, 'Subject')).toBe('Nouvelles')
    expect(headerOf(mail, 'List-Unsubscribe')).toContain(`token=${french.leaveToken}`)
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const quoted = mail.raw.replace(/=\r\n/g, '')
    expect(quoted).toContain('&lt;b&gt;Bonjour&lt;/b&gt;')
    expect(quoted).toMatch(/<li[^>]*><a href=3D"https:\/\/darsi.example\/fr\/blog"/)
    expect(quoted).toContain('- un lien (https://darsi.example/fr/blog)')
    // the same batch once more, as after a lost offset
    await sent.address([french, arabic])
    await eventually(async () => (await world.newsletters.byId(sent.newsletterId))?.addressed === 4)
    expect(await sent.mailsOf()).toHaveLength(2)
    expect(sink.to(french.email)).toHaveLength(1)
  })

  it('reports what became of its mails, and that none waits', async () => {
    const [good, bad] = [reader(), reader()]
    sink.fail(bad.email, { at: 'RCPT TO', code: 550 })
    const sent = newsletter()
    await sent.start(2)
    await sent.address([good], false)
    await eventually(() => sink.to(good.email).length === 1)
    await eventually(async () => (await sent.delivered())?.sent === 1)
    expect(await sent.delivered()).toMatchObject({ sent: 1, failed: 0, isSettled: false })
    await sent.address([bad])
    const settled = await eventually(async () => {
      const data = await sent.delivered()
      return data?.isSettled ? data : null
    })
    expect(settled).toMatchObject({ sent: 1, failed: 1, withdrawn: 0 })
    const count = (await world.kafka.published('newsletter.delivered', sent.newsletterId)).length
    await reportDeliveries(world, new Date())
    expect(await world.kafka.published('newsletter.delivered', sent.newsletterId)).toHaveLength(count)
  })

  it('does not reach who left, before the batch or while the mail waits, nor anybody once it is stopped', async () => {
    await world.stopWorkers()
    const [early, late, rest] = [reader(), reader(), reader()]
    const sent = newsletter()
    await leave(early)
    await eventually(async () => (await world.newsletters.leftOf([early.subscriptionId])).size === 1)
    await sent.start(3)
    await sent.address([early, late, rest], false)
    await eventually(async () => (await sent.mailsOf()).length === 3)
    await leave(late)
    await eventually(async () => (await world.newsletters.leftOf([late.subscriptionId])).size === 1)
    await sent.stop()
    await eventually(async () => (await sent.mailsOf()).every(({ sealed }) => sealed === undefined))
    world.startWorkers()
    const settled = await eventually(async () => {
      const data = await sent.delivered()
      return data?.isSettled ? data : null
    })
    expect(settled).toMatchObject({ sent: 0, failed: 0, withdrawn: 3 })
    for (const { email } of [early, late, rest]) expect(sink.to(email)).toEqual([])
  })

  it('comes as a test to its writer, marked as one', async () => {
    const id = randomUUID()
    const email = `${id}@example.tn`
    await world.kafka.publish('admin', id, 1, {
      type: 'newsletter.test-requested',
      data: { newsletterId: id, by: 'a1', at: at() },
      personal: { email, language: 'fr', mail: mails.fr },
    })
    await eventually(() => sink.to(email).length === 1)
    const [mail] = sink.to(email)
    if (!mail) throw new Error('no mail')
    expect(headerOf(mail, 'Subject')).toBe('Essai : Nouvelles')
    expect(mail.raw).not.toContain('unsubscribe?token')
  })
})
