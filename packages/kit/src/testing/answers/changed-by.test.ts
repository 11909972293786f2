import { expect, it } from '@jest/globals'
import { changedBy } from './changed-by.ts'

it.each<[string, string, object, number | null]>([
  ['an insert', 'insert', { n: 1, ok: 1 }, 1],
  ['an insert of a duplicate key, which is an answer too', 'insert', { n: 0, writeErrors: [{}], ok: 1 }, 0],
  ['an update that matches nothing', 'update', { n: 0, nModified: 0, ok: 1 }, 0],
  ['an update to the same value', 'update', { n: 1, nModified: 0, ok: 1 }, 1],
  ['a deletion', 'delete', { n: 2, ok: 1 }, 2],
  ['findAndModify of one', 'findAndModify', { lastErrorObject: { n: 1 }, value: {}, ok: 1 }, 1],
  ['findAndModify of none', 'findAndModify', { lastErrorObject: { n: 0 }, value: null, ok: 1 }, 0],
  ['a read', 'find', { cursor: {}, ok: 1 }, null],
])('%s', (_, command, reply, documents) => {
  expect(changedBy(command, { ...reply })).toBe(documents)
})
