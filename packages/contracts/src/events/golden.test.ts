import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { typeMax } from '../rules/notice-id.ts'
import { type EventDefinition, eventIdOf } from './event-definition.ts'
import { type DarsiEvent, events } from './events.ts'

type GoldenEvent = Pick<DarsiEvent, 'id' | 'producer' | 'subject' | 'sequence'> & {
  type: string
  data: { service?: string }
  personal?: object
}
const goldenEvents: GoldenEvent[] = JSON.parse(
  readFileSync(new URL('../../golden-events.json', import.meta.url), 'utf8'),
)
const table: Readonly<Record<string, EventDefinition>> = events

/** Golden events are copies of published events. Never edit one: the topics still contain such records. */
describe('every published event version', () => {
  it('has one golden event, in the order of their types', () => {
    expect(goldenEvents.map(({ type }) => type)).toEqual(Object.keys(events).sort())
  })

  it.each(goldenEvents)('$type is still read, without loss, by the schema of today', (golden) => {
    const definition = table[golden.type]
    // consumers refuse any other source
    const declared = definition?.producer === 'every' ? golden.data.service : definition?.producer
    expect(golden.producer).toBe(declared)
    const { id, type } = golden
    expect(id).toBe(eventIdOf(golden))
    expect(type.length).toBeLessThanOrEqual(typeMax)
    expect(definition?.data.parse(golden.data)).toMatchObject(golden.data)
    // parsing drops fields that the schema does not have, so a removed personal field is detected here
    if (golden.personal) expect(definition?.personal?.parse(golden.personal)).toMatchObject(golden.personal)
    else expect(definition?.personal).toBeUndefined()
  })

  it.each(goldenEvents)('$type: a reader ignores fields that a later producer added', (golden) => {
    const later = { ...golden.data, addedLater: { anything: 1 } }
    expect(() => table[golden.type]?.data.parse(later)).not.toThrow()
  })
})
