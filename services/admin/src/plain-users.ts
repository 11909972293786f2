import type { Collection } from 'mongoose'
import { beyond, holding, pageOf } from './page-of.ts'
import { filtersOf } from './people/fitting.ts'
import type { Place } from './people/order.ts'
import { writeCursor } from './user-cursor.ts'
import type { UserRow } from './user-row.ts'
import type { UserFilters, UserSort } from './user-store.ts'

export type CountGroup = {
  _id: { role: string; status: string; confirmed: boolean; approved: boolean }
  count: number
}
export type CountPlace = { _id: { governorateId: number; role: string }; count: number }
export type UserPage = { rows: UserRow[]; nextCursor: string | null; total: number }
type Wanted = { sort: UserSort; limit: number; mark: Place | null; filters: UserFilters }

/** `isVisible` as a filter. */
export const visible = { createdAt: { $exists: true }, erasure: null, erasedAt: null }

/** What `isVisible` needs to be read. */
export const visibleFields = { createdAt: 1, erasure: 1, erasedAt: 1 } as const

const sortFields = { createdAt: 'createdAt', name: 'searchName', lastLogin: 'lastLoginAt' } as const

/** The list and its counts by the database alone, which reads every row: until the index of people is loaded. */
export function plainUsers(collection: Collection) {
  return {
    page: async ({ sort, limit, mark, filters }: Wanted): Promise<UserPage> => {
      const direction = sort.startsWith('-') ? -1 : 1
      // `as`: UserSort without its sign
      const field = sortFields[sort.replace('-', '') as keyof typeof sortFields]
      return pageOf<UserRow>(collection, {
        filter: { ...visible, ...matching(filters) },
        behind: after(mark, field, direction),
        sort: { [field]: direction, _id: direction },
        limit,
        cursorOf: (last) => {
          const value = last[field]
          return writeCursor(sort, { value: value instanceof Date ? value.getTime() : value, id: last._id })
        },
      })
    },

    all: (projection: object) =>
      // `as`: the schema of the rows
      collection.find(visible as never, {
        sort: { createdAt: 1, _id: 1 },
        batchSize: 1000,
        projection,
      }) as unknown as AsyncIterable<UserRow>,

    counts: async () =>
      // `as`: the stages below
      (await collection
        .aggregate([
          { $match: visible },
          {
            $group: {
              _id: {
                role: '$role',
                status: '$status',
                confirmed: { $ne: ['$emailVerifiedAt', null] },
                approved: { $ne: ['$approvedAt', null] },
              },
              count: { $sum: 1 },
            },
          },
        ])
        .toArray()) as unknown as CountGroup[],

    places: async () =>
      // `as`: the stages below
      (await collection
        .aggregate([
          {
            $match: {
              ...visible,
              status: 'approved',
              role: { $in: ['teacher', 'student'] },
              governorateId: { $ne: null },
            },
          },
          { $group: { _id: { governorateId: '$governorateId', role: '$role' }, count: { $sum: 1 } } },
        ])
        .toArray()) as unknown as CountPlace[],
  }
}

function matching(asked: UserFilters): object {
  const { words, role, status, assignee } = filtersOf(asked)
  return {
    ...(role && { role }),
    ...(status && { status }),
    // a row that nobody ever took has no such field, which null finds too
    ...(assignee !== undefined && { assignee }),
    ...holding(words, 'searchName', 'searchEmail'),
  }
}

function after(mark: Place | null, field: string, direction: 1 | -1): object {
  if (mark === null) return {}
  const value = typeof mark.value === 'number' ? new Date(mark.value) : mark.value
  return beyond(field, direction, value, mark.id)
}
