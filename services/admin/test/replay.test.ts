import { createDeliveries, forge } from '@darsi/kit/testing/replay.ts'
import { createStory } from '@darsi/kit/testing/story.ts'
import { someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { rowWriters } from '../src/events.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

/** They change nothing in this service and only make open dashboards reload. */
const idle = {
  'alert.opened': 'this service wrote the alert together with the event',
  'contact.overdue': 'this service wrote the ticket together with the event',
  'contact.received': 'this service wrote the ticket together with the event',
}

describe('an event', () => {
  it('that another service signed changes nothing', async () => {
    const [event] = createStory({ t1: 'forged' }).beginnings
    if (!event) throw new Error('no event')
    const { error, changes } = await forge({ ...admin, group: 'admin' }, event)
    expect(error).toMatch(/notifications signed an event of/)
    expect(changes).toEqual([])
  })

  it('that is delivered twice changes nothing and sends nothing', async () => {
    await admin.quiet()
    const deliveries = createDeliveries({ ...admin, group: 'admin' })
    const { beginnings, life, endings, afterErasure } = createStory()
    expect(await deliveries.twice([...beginnings, ...life, ...endings])).toEqual([])
    // events that this service publishes itself
    for (const userId of ['s1', 't1']) await admin.erasures.request(userId, someone('super-admin'))
    deliveries.look()
    expect(await deliveries.twice(afterErasure)).toEqual([])
    expect(await deliveries.again()).toEqual([])
    expect(deliveries.missing()).toEqual([])
    expect(deliveries.idle()).toEqual(Object.keys(idle))
  }, 120_000)

  it('that is a state record writes rows and causes no event', async () => {
    await admin.quiet()
    const rows = rowWriters(admin)
    const deliveries = createDeliveries({ ...admin, group: 'admin', rowWriters: rows })
    const { beginnings, life } = createStory({ t1: 't8', s1: 's8', p1: 'p8', u1: 'u8', c1: 'k8' })
    expect(await deliveries.twice(beginnings)).toEqual([])
    expect(await deliveries.states([...beginnings, ...life])).toEqual([
      'carechanges',
      'connections',
      'guardianships',
      'lessons',
      'ratings',
      'users',
    ])
  }, 120_000)
})
