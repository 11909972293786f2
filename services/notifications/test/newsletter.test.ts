import { randomUUID } from 'node:crypto'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { headerOf } from './smtp-sink.ts'
import { startForAll } from './world.ts'

const { sink, world } = await startForAll()

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

/** Admin addresses one reader of a newsletter. */
const address = (newsletterId: string, to: Reader, sequence = 3) =>
  world.kafka.publish('admin', to.subscriptionId, sequence, {
    type: 'newsletter.addressed',
    data: { newsletterId, subscriptionId: to.subscriptionId, at: at() },
    personal: { ...to, mail: mails[to.language] },
  })
const mailOf = ({ subscriptionId }: Reader) =>
  world.mails.collection.find({ userId: subscriptionId }).toArray()

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
      expect(mail.raw.replace(/=\r?\n/g, '')).toContain('/fr/newsletter/leave?token')
    }
    expect(confirm?.raw).toContain('/fr/newsletter?token=')
    expect(welcome?.raw).not.toContain('confirm-me')
  })

  it('reaches each reader once, in the own language, also when its events come again', async () => {
    const [french, arabic] = [reader('fr'), reader('ar')]
    const newsletterId = randomUUID()
    await Promise.all([french, arabic].map((each) => address(newsletterId, each)))
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
    // addressed by two processes
    await address(newsletterId, french, 4)
    await address(randomUUID(), french, 5)
    await eventually(() => sink.to(french.email).length === 2)
    expect(await mailOf(french)).toHaveLength(2)
  })

  it('does not reach who left while the mail waits', async () => {
    await world.stopWorkers()
    const [leaves, stays] = [reader(), reader()]
    const newsletterId = randomUUID()
    for (const each of [leaves, stays]) await address(newsletterId, each)
    await leave(leaves)
    await eventually(async () => (await mailOf(leaves))[0]?.sealed === undefined)
    await eventually(async () => (await mailOf(stays)).length === 1)
    world.startWorkers()
    await eventually(() => sink.to(stays.email).length === 1)
    await eventually(async () => (await mailOf(leaves))[0]?.state === 'dead')
    expect(sink.to(leaves.email)).toEqual([])
  })

  it('comes as a test to its writer, marked as one', async () => {
    const id = randomUUID()
    const email = `${id}@example.tn`
    await world.kafka.publish('admin', id, 1, {
      type: 'newsletter.test-requested',
      data: { by: 'a1', at: at() },
      personal: { email, language: 'fr', mail: mails.fr },
    })
    await eventually(() => sink.to(email).length === 1)
    const [mail] = sink.to(email)
    if (!mail) throw new Error('no mail')
    expect(headerOf(mail, 'Subject')).toBe('Essai : Nouvelles')
    expect(mail.raw).not.toContain('unsubscribe?token')
  })
})
