import { confirmingRoles } from '@darsi/contracts/reference/roles.ts'
import { decodeCursor, encodeCursor } from '@darsi/kit/http/cursor.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import * as z from 'zod'
import type { FreshPeople } from '../people/fresh-people.ts'
import type { CountGroup, CountPlace, Place, UserFilters, UserSort, Waiting } from '../people/people-list.ts'
import { type UserRow, visible } from '../people/user-row.ts'

type Page = UserFilters & { sort: UserSort; limit: number; cursor?: string | undefined }
type ByIds = (ids: readonly string[], fields?: object) => Promise<UserRow[]>
type Deps = { users: Collection<UserRow>; people: Pick<FreshPeople, 'fresh'>; byIds: ByIds }

const batchSize = 1000

/** The list of users, its counts and exports, by the list of people in memory. */
export function createUserList({ users, people, byIds }: Deps) {
  return {
    /** A page of the list. It includes everything that was written before the call. */
    page: async ({ sort, limit, cursor, ...filters }: Page) => {
      const after = readCursor(cursor, sort)
      const { ids, end, total } = (await people.fresh()).page({ sort, limit, after, ...filters })
      return { rows: await byIds(ids), total, nextCursor: end && writeCursor(sort, end) }
    },

    /** The number of users by role and state. */
    counts: async (): Promise<CountGroup[]> => (await people.fresh()).counts(),

    /** Approved teachers and open student accounts per governorate. */
    places: async (): Promise<CountPlace[]> => (await people.fresh()).places(),

    waiting: async (): Promise<Waiting> => (await people.fresh()).waiting(),

    /** Governorates of the approved teachers, or of all teachers, by account. */
    teachers: async (isApproved = true): Promise<Map<string, number | null>> => {
      const wanted = {
        ...visible,
        role: 'teacher' as const,
        ...(isApproved && { status: 'approved' as const }),
      }
      const options = { projection: { governorateId: 1 }, batchSize: 5000 }
      const found = await users.find(wanted, options).toArray()
      return new Map(found.map(({ _id, governorateId }) => [_id, governorateId]))
    },

    /**
     * Every visible row by registration, with these fields alone. Reads by id in batches, so that the database keeps no
     * cursor and no sort while a slow client reads.
     */
    all: async function* (fields: object): AsyncGenerator<UserRow> {
      const ids = (await people.fresh()).ids()
      const read = (from: number) => {
        const rows = byIds(ids.slice(from, from + batchSize), fields)
        // when the client leaves, nobody awaits the next batch: its failure must not be an unhandled rejection
        rows.catch(() => undefined)
        return rows
      }
      let next = read(0)
      for (let from = 0; from < ids.length; from += batchSize) {
        const rows = await next
        // the next batch is read while these rows are written
        next = read(from + batchSize)
        yield* rows
      }
    },

    /** New accounts in a span of time. An address that nobody confirms is deleted after a week and not counted. */
    registeredBetween: (from: Date, to: Date): Promise<number> =>
      users.countDocuments({
        ...visible,
        createdAt: { $gte: from, $lt: to },
        $or: [{ role: { $nin: confirmingRoles } }, { emailVerifiedAt: { $ne: null } }],
      }),
  }
}

function writeCursor(sort: UserSort, { value, id }: Place): string {
  return encodeCursor({ sort, value, id })
}

/**
 * The end of the page before; null for the first page.
 * @throws problem `cursor-invalid`, also for a cursor of another order
 */
function readCursor(cursor: string | undefined, sort: UserSort): Place | null {
  if (cursor === undefined) return null
  const value = sort.endsWith('name') ? z.string() : z.number()
  return decodeCursor(cursor, z.object({ sort: z.literal(sort), value, id: z.string() }))
}
