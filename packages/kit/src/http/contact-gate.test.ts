import { line, text } from '@darsi/contracts/rules/schemas.ts'
import { expect, it } from '@jest/globals'
import * as z from 'zod'
import { contactGate } from './contact-gate.ts'

const body = z.strictObject({
  bio: text(100, 'everyone').default(''),
  subjects: z.array(line(60, 'everyone')).default([]),
  note: text(100, 'connection').default(''),
  message: text(100, 'held').default(''),
})
type Call = { body: Partial<z.output<typeof body>> }
const gate = (minor: boolean) => contactGate<Call>('POST /x', { body }, async () => minor)
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

it('nothing is looked up for a text without contact details', async () => {
  let asked = 0
  const counted = contactGate<Call>('POST /x', { body }, async () => {
    asked++
    return true
  })
  await counted({ body: { note: 'See you on Monday', bio: 'Maths for everyone' } })
  expect(asked).toBe(0)
})

it('a text within a connection cannot be routed without saying when a minor reads it', () => {
  expect(() => contactGate('POST /x', { body }, undefined)).toThrow(
    'POST /x has to say when a minor reads its texts',
  )
})
