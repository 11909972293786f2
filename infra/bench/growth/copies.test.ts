import { expect, it } from '@jest/globals'
import { copyOf } from './copies.ts'

const id = '0193a7f2-1111-4222-8333-444455556666'
const of = {
  _id: `demo-parent:${id}`,
  email: 'demo-parent@darsi.example',
  phone: '+21670000101',
  hashed: ['ab'.repeat(32), 'A'.repeat(43)],
  ratings: { [id]: 5 },
  at: new Date(0),
  text: 'Bring the book of week 12',
}

it('a copy has other ids, hashes, addresses and telephones, and the same of everything else', () => {
  expect(copyOf(of, 2)).toEqual({
    _id: 'copy-2-parent:0193a7f4-1111-4222-8333-444455556666',
    email: 'copy-2-parent.c2@darsi.example',
    phone: '+21670015939',
    hashed: [`abababad${'ab'.repeat(28)}`, `000002${'A'.repeat(37)}`],
    ratings: { '0193a7f4-1111-4222-8333-444455556666': 5 },
    at: new Date(0),
    text: 'Bring the book of week 12',
  })
})

it('the same id is the same in every document of a copy, and another one in every copy', () => {
  const copies = Array.from({ length: 1000 }, (_, copy) => copyOf(id, copy + 1))
  expect(new Set([id, ...copies]).size).toBe(1001)
  expect(copyOf({ userId: id }, 7)).toEqual({ userId: copyOf(id, 7) })
})
