import { randomUUID } from 'node:crypto'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
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

describe('the newsletter', () => {
  it('asks for a confirmation, then welcomes; every mail says how to leave', async () => {
    const id = randomUUID()
    const personal = { email: `${id}@example.tn`, language: 'fr' as const, leaveToken: 'leave-me' }
    const data = { subscriptionId: id, at: new Date().toISOString() }
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
        '<https://darsi.example/fr/newsletter/leave?token=leave-me>',
      )
    }
    expect(confirm?.raw).toContain('/fr/newsletter?token=')
    expect(welcome?.raw).not.toContain('confirm-me')
  })
})
