import { randomUUID } from 'node:crypto'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { UserFilters, UserSort } from '../src/people/people-list.ts'
import { emptyRow } from '../src/users/user-store.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()
beforeAll(async () => {
  await rows().insertMany(Array.from({ length: 23 }, (_, index) => row(index)))
})

const rows = () => collection<ReturnType<typeof row>>(admin.connection, 'users')
const day = (index: number) => new Date(Date.UTC(2026, 10, 1 + (index % 5)))
const row = (index: number) => ({
  ...emptyRow,
  _id: randomUUID(),
  role: index % 2 ? 'student' : 'teacher',
  status: index % 3 ? 'approved' : 'pending',
  searchName: `amal ${index % 7}`,
  searchEmail: `a.${index}@example.tn`,
  createdAt: day(index),
  lastLoginAt: day(index * 2),
  changedAt: new Date(),
})

/** Filters of the list, and the same as database filters. */
const filters: [UserFilters, object][] = [
  [{}, {}],
  [{ q: 'A.1' }, { searchEmail: /a\.1/ }],
  [{ q: ' 3  aMÁL ' }, { searchName: /amal/, $or: [{ searchName: /3/ }, { searchEmail: /3/ }] }],
  [{ q: '.*' }, { searchName: '.*' }],
  [
    { role: 'student', status: 'approved' },
    { role: 'student', status: 'approved' },
  ],
]
const sorts: [UserSort, object][] = [
  ['createdAt', { createdAt: 1, _id: 1 }],
  ['-createdAt', { createdAt: -1, _id: -1 }],
  ['name', { searchName: 1, _id: 1 }],
  ['-name', { searchName: -1, _id: -1 }],
  ['lastLogin', { lastLoginAt: 1, _id: 1 }],
  ['-lastLogin', { lastLoginAt: -1, _id: -1 }],
]

async function walk(asked: UserFilters & { sort: UserSort }) {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor, total } = await admin.users.page({ ...asked, limit: 4, cursor })
    ids.push(...rows.map(({ _id }) => _id))
    if (nextCursor === null) return { ids, total }
    cursor = nextCursor
  }
}

describe('the list of users', () => {
  it.each(sorts)('has the rows of the database in the order of %s', async (sort, inDatabase) => {
    for (const [asked, filter] of filters) {
      const found = await rows()
        .find(filter, { sort: Object.entries(inDatabase) })
        .toArray()
      expect(await walk({ sort, ...asked })).toEqual({
        ids: found.map(({ _id }) => _id),
        total: found.length,
      })
    }
  })

  it('exports every row by registration', async () => {
    const exported: string[] = []
    for await (const { _id } of admin.users.all({ email: 1 })) exported.push(_id)
    const found = await rows()
      .find({}, { sort: { createdAt: 1, _id: 1 } })
      .toArray()
    expect(exported).toEqual(found.map(({ _id }) => _id))
  })
})
