import { expect, it } from '@jest/globals'
import * as z from 'zod'
import { decodeCursor, encodeCursor } from './cursor.ts'

const schema = z.object({ value: z.number(), id: z.string() })

it('a cursor names the position that it was made of', () => {
  expect(decodeCursor(encodeCursor({ value: 7, id: 'é' }), schema)).toEqual({ value: 7, id: 'é' })
})

it.each(['', 'x', '1', encodeCursor({ value: '7', id: 'a' }), encodeCursor([7, 'a'])])(
  'the cursor “%s” is refused',
  (cursor) => expect(() => decodeCursor(cursor, schema)).toThrow('cursor-invalid'),
)
