import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { plainUsers } from '../src/plain-users.ts'
import { readCursor } from '../src/user-cursor.ts'
import { emptyRow, type UserSort } from '../src/user-store.ts'
import { type Admin, start } from './world.ts'

let admin: Admin
beforeAll(async () => {
  admin = await start()
  const day = (index: number) => new Date(Date.UTC(2026, 10, 1 + (index % 5)))
  const people = Array.from({ length: 23 }, (_, index) => ({
    ...emptyRow,
    _id: randomUUID(),
    role: index % 2 ? 'student' : 'teacher',
    status: index % 3 ? 'approved' : 'pending',
    searchName: `amal ${index % 7}`,
    searchEmail: `a.${index}@example.tn`,
    createdAt: day(index),
    lastLoginAt: day(index * 2),
    changedAt: new Date(),
  }))
  await admin.users.model.collection.insertMany(people as never[])
})
afterAll(() => admin.close())

const filters = [{}, { q: 'A.1' }, { q: 'aMÁL 3' }, { q: '.*' }, { role: 'student', status: 'approved' }]
const sorts: UserSort[] = ['createdAt', '-createdAt', 'name', '-name', 'lastLogin', '-lastLogin']

async function walk(
  page: (cursor?: string) => Promise<{ rows: { _id: string }[]; nextCursor: string | null }>,
) {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await page(cursor)
    ids.push(...rows.map(({ _id }) => _id))
    if (nextCursor === null) return ids
    cursor = nextCursor
  }
}

describe('the list of users by the database alone', () => {
  it.each(sorts)('has the same pages as the one from memory: %s', async (sort) => {
    const plain = plainUsers(admin.users.model.collection)
    for (const asked of filters) {
      const one = { sort, limit: 4 }
      const slow = await walk((cursor) =>
        plain.page({ ...one, mark: readCursor(cursor, sort), filters: asked }),
      )
      const quick = await walk((cursor) => admin.users.page({ ...one, cursor, ...asked }))
      expect(slow).toEqual(quick)
      expect(slow.length).toBe(new Set(slow).size)
      const { total } = await plain.page({ ...one, mark: null, filters: asked })
      expect(total).toBe(slow.length)
    }
    const all = await plain.page({ sort, limit: 50, mark: null, filters: {} })
    expect(all.rows).toHaveLength(23)
  })
})
