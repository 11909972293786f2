import { line, text } from '@darsi/contracts/rules/schemas.ts'
import { expect, it } from '@jest/globals'
import * as z from 'zod'
import { noReaders, textGate, type Words } from './text-gate.ts'

const body = z.strictObject({
  bio: text(100, 'everyone').default(''),
  subjects: z.array(line(60, 'everyone')).default([]),
  note: text(100, 'connection').default(''),
  message: text(100, 'held').default(''),
})
type Call = { body: Partial<z.output<typeof body>> }
const gate = (isMinor: boolean, before: string[] = []) => {
  const lastTexts = isMinor ? async () => before : null
  return textGate<Call>('POST /x', { body }, { readers: async () => ({ ...noReaders, lastTexts }) })
}
const blocked = (ifBlocked?: Words<Call>['ifBlocked']) =>
  textGate<Call>('POST /x', { body }, { readers: async () => ({ ...noReaders, isBlocked: true }), ifBlocked })
const number = 'Call 20 123 456'
const refused = (...paths: string[]) => ({
  slug: 'contact-details-refused',
  options: { errors: paths.map((path) => ({ path, slug: 'contact-details-refused' })) },
})

it('what everyone reads is refused from everyone, with every field named', async () => {
  const call = { body: { bio: number, subjects: ['Maths', 'insta: amal.demo'], note: number } }
  await expect(gate(false)(call)).rejects.toMatchObject(refused('bio', 'subjects.1'))
})

it('what stays within a connection is refused where a minor reads it', async () => {
  await expect(gate(true)({ body: { note: number } })).rejects.toMatchObject(refused('note'))
  await expect(gate(false)({ body: { note: number } })).resolves.toBeUndefined()
})

it('messages and requests are held back by their own rule', async () => {
  await expect(gate(true)({ body: { message: number } })).resolves.toBeUndefined()
})

it('what was split over texts and fields is refused in the last one', async () => {
  const call = { body: { note: 'and then 666' } }
  await expect(gate(true, ['Write this down: 20 555'])(call)).rejects.toMatchObject(refused('note'))
  await expect(gate(true, ['See you on Monday'])(call)).resolves.toBeUndefined()
  const two = z.strictObject({ title: line(60, 'connection'), text: text(100, 'connection') })
  const readers = async () => ({ ...noReaders, lastTexts: async () => [] })
  const both = textGate('POST /x', { body: two }, { readers })
  const split = both({ body: { title: '20 555', text: 'and then 666' } })
  await expect(split).rejects.toMatchObject(refused('text'))
})

it('between people who blocked each other no words arrive: they are refused, or left out of what stays possible', async () => {
  for (const words of [{ note: 'Hello' }, { message: 'Hello' }, { bio: 'You cannot hide' }])
    await expect(blocked()({ body: words })).rejects.toMatchObject({ slug: 'thread-blocked' })
  await expect(blocked()({ body: { note: ' ' } })).resolves.toBeUndefined()
  const call = { body: { note: 'Hello', subjects: ['Maths'] } }
  await blocked('leave-out')(call)
  expect(call.body.note).toBe('')
})

it('nothing is looked up for a call without words', async () => {
  let asked = 0
  const readers = async () => {
    asked++
    return noReaders
  }
  const counted = textGate<Call>('POST /x', { body }, { readers })
  await counted({ body: { note: '' } })
  await counted({ body: {} })
  expect(asked).toBe(0)
})

it('a text for the other side cannot be routed without saying who reads it', () => {
  expect(() => textGate('POST /x', { body }, undefined)).toThrow('POST /x has to say who reads its texts')
})
