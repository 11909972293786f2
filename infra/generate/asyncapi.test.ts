import { readFileSync } from 'node:fs'
import { Parser } from '@asyncapi/parser'
import { expanded } from '@darsi/contracts/calls/components.ts'
import { asyncApiDocument } from '@darsi/contracts/events/asyncapi.ts'
import { events } from '@darsi/contracts/events/events.ts'
import { describe, expect, it } from '@jest/globals'
import { readReceivers } from './receivers.ts'

// through JSON: what is absent and what is undefined are the same there
const document = JSON.parse(JSON.stringify(asyncApiDocument(events, await readReceivers())))

describe('the AsyncAPI document', () => {
  it('in docs/ is the one that the event table and the consumers generate (npm run generate)', () => {
    const committed = readFileSync(new URL('../../docs/asyncapi.json', import.meta.url), 'utf8')
    expect(JSON.parse(committed)).toEqual(document)
    expect(committed.length).toBeLessThan(400_000)
  })

  it('is valid by the AsyncAPI 3.1 schema and rules', async () => {
    expect(await new Parser().validate(document)).toEqual([])
    const broken = { ...document, channels: 7 }
    expect(await new Parser().validate(broken)).not.toEqual([])
  })

  it('has a message for every event type', () => {
    expect(Object.keys(document.components.messages)).toEqual(Object.keys(events))
  })

  it('has a producer for every event type', () => {
    const sent = Object.values<{ action: string; messages: { $ref: string }[] }>(document.operations)
      .filter((operation) => operation.action === 'send')
      .flatMap((operation) => operation.messages.map((message) => message.$ref.split('/').at(-1)))
    expect(new Set(sent)).toEqual(new Set(Object.keys(events)))
  })

  it('never shows a personal field outside the sealed one', () => {
    const { components } = JSON.parse(JSON.stringify(expanded(document)))
    for (const message of Object.values<{ payload: { properties: object } }>(components.messages)) {
      const open = Object.keys(message.payload.properties)
      expect(open.filter((name) => /email|phone|fullName|token|location$/i.test(name))).toEqual([])
    }
  })
})
