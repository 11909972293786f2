import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type DarsiEvent, eventsWith, liveOf } from './events.ts'

const goldenEvents: DarsiEvent[] = JSON.parse(
  readFileSync(new URL('../../golden-events.json', import.meta.url), 'utf8'),
)
const of = (type: DarsiEvent['type']) => {
  const event = goldenEvents.find((golden) => golden.type === type)
  return event ? liveOf(event) : null
}

describe('the screens that an event changes', () => {
  it.each(eventsWith('live'))('%s changes pages of at least one account, by kind and id', (type) => {
    const update = of(type)
    expect(update?.to.length).toBeGreaterThan(0)
    expect(Object.keys(update?.event ?? {})).toEqual(['kind', 'id'])
  })

  it('a connection’s are those of both sides and the guardians', () => {
    const update = of('connection.approved')
    expect(update?.to).toEqual(expect.arrayContaining(['t1', 's1', 'p1']))
    expect(update?.event).toEqual({ kind: 'connection', id: 'c1' })
  })

  it('a message’s are those who may see it, and the writer’s own', () => {
    expect(of('message.sent')).toEqual({ to: ['s1', 'p1', 't1'], event: { kind: 'message', id: 'c1' } })
  })

  it('an account’s own events cause no live update, because their notices do', () => {
    expect(of('user.password-changed')).toBeNull()
  })
})
