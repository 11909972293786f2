import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { typeMax } from '../rules/notice-id.ts'
import { type EventDefinition, eventIdOf } from './event-definition.ts'
import { events } from './events.ts'

const folder = new URL('../../golden/', import.meta.url)
const files = readdirSync(folder).sort()
const table: Readonly<Record<string, EventDefinition>> = events

/** A golden file is an event as it was once published. Never edit one: such records are still on the topics. */
describe('every published event version', () => {
  it('has a golden file', () => {
    expect(files).toEqual(expect.arrayContaining(Object.keys(events).map((type) => `${type}.v1.json`)))
  })

  it.each(files)('%s is still read, without loss, by the schema of today', (file) => {
    const golden = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const definition = table[golden.type]
    expect(file).toBe(`${golden.type}.v1.json`)
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

  it.each(files)('%s: a reader ignores fields that a later producer added', (file) => {
    const golden = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const later = { ...golden.data, addedLater: { anything: 1 } }
    expect(() => table[golden.type]?.data.parse(later)).not.toThrow()
  })
})
