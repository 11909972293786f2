import { readdirSync, readFileSync } from 'node:fs'
import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { describe, expect, it } from '@jest/globals'
import { liveEvents, liveOf } from './live-of.ts'

const folder = new URL('../../../../packages/contracts/golden/', import.meta.url)
const golden = new Map(
  readdirSync(folder).map((file) => {
    // `as`: golden files are events
    const event = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as DarsiEvent
    return [event.type, event] as const
  }),
)
const of = (type: DarsiEvent['type']) => {
  const event = golden.get(type)
  return event ? liveOf(event) : null
}

describe('the screens that an event changes', () => {
  it.each(liveEvents)('%s is told to somebody, by kind and id', (type) => {
    const told = of(type)
    expect(told?.to.length).toBeGreaterThan(0)
    expect(Object.keys(told?.event ?? {})).toEqual(['kind', 'id'])
  })

  it('a connection’s are those of both sides and the guardians', () => {
    const told = of('connection.approved')
    expect(told?.to).toEqual(expect.arrayContaining(['t1', 's1', 'p1']))
    expect(told?.event).toEqual({ kind: 'connection', id: 'c1' })
  })

  it('a message’s are those who may see it, and the writer’s own', () => {
    expect(of('message.sent')).toEqual({ to: ['s1', 'p1', 't1'], event: { kind: 'message', id: 'c1' } })
  })

  it('an account’s own events are told by their notices', () => {
    expect(of('user.password-changed')).toBeNull()
  })
})
