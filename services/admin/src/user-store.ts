import { confirmingRoles } from '@darsi/contracts/roles.ts'
import { indexOutbox, outboxFields } from '@darsi/kit/outbox.ts'
import { projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'
import { filtersOf } from './people/fitting.ts'
import { createFreshPeople } from './people/fresh-people.ts'
import type { Place } from './people/order.ts'
import { type CountGroup, type CountPlace, plainUsers, visible, visibleFields } from './plain-users.ts'
import { readCursor, writeCursor } from './user-cursor.ts'
import { isAdministrator, isVisible, type UserRow } from './user-row.ts'

export type UserFilters = {
  q?: string | undefined
  role?: string | undefined
  status?: string | undefined
  /** An administrator's account, or null for those that nobody looks after. */
  assignee?: string | null | undefined
}
export type UserSort = 'createdAt' | '-createdAt' | 'name' | '-name' | 'lastLogin' | '-lastLogin'
type Page = UserFilters & { sort: UserSort; limit: number; cursor?: string | undefined }

const never = new Date(0)
const batchSize = 1000

/** What stands in a row until the source of a field speaks. */
export const emptyRow = {
  v: 0,
  outbox: [],
  fullName: '',
  searchName: '',
  email: '',
  searchEmail: '',
  phone: '',
  location: null,
  governorateId: null,
  registrationNotes: '',
  profileAt: null,
  emailVerifiedAt: null,
  approvedAt: null,
  lastLoginAt: never,
  decisions: [],
  erasure: null,
} as const

export function userStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      email: { type: String },
      role: { type: String },
      language: { type: String },
      fullName: { type: String },
      createdAt: { type: Date },
      emailVerifiedAt: { type: Date },
      lastLoginAt: { type: Date },
      searchName: { type: String },
      searchEmail: { type: String },
      phone: { type: String },
      location: { type: Object },
      governorateId: { type: Number },
      birthYear: { type: Number },
      /** What two accounts of one person may share (duplicates). */
      dupKeys: { type: [String], default: undefined },
      registrationNotes: { type: String },
      employment: { type: Object },
      profileAt: { type: Date },
      status: { type: String },
      approvedAt: { type: Date },
      decisions: { type: [Object], default: undefined },
      assignee: { type: String },
      erasure: { type: Object },
      /** By the database's clock, so that every process of the service finds what any of them changed. */
      changedAt: { type: Date },
      ...projectionFields,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ createdAt: -1, _id: -1 })
  schema.index({ changedAt: 1 })
  schema.index({ searchName: 1, _id: 1 })
  schema.index({ lastLoginAt: -1, _id: -1 })
  schema.index({ role: 1, status: 1, createdAt: -1 })
  schema.index({ dupKeys: 1 })
  schema.index({ 'erasure.at': 1 }, { sparse: true })
  schema.index({ erasedAt: -1 }, { partialFilterExpression: { erasedAt: { $type: 'date' } } })
  indexOutbox(schema)
  const model = connection.model<UserRow>('user', schema)
  const { collection } = model

  const people = createFreshPeople({ model })
  const plain = plainUsers(collection)
  const shown = async (ids: readonly string[], projection: object = {}): Promise<UserRow[]> => {
    const wanted = Object.keys(projection).length === 0 ? projection : { ...projection, ...visibleFields }
    // by id alone: a database that sees more in the filter may look at every row. `as`: the schema above
    const found = (await collection
      .find({ _id: { $in: ids } } as never, { projection: wanted, batchSize })
      .toArray()) as unknown as UserRow[]
    const byId = new Map(found.filter(isVisible).map((row) => [row._id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  return {
    model,
    people,

    byId: async (id: string): Promise<UserRow | null> => (await shown([id]))[0] ?? null,

    byIds: (ids: readonly string[]): Promise<UserRow[]> => shown(ids),

    isErased: async (id: string): Promise<boolean> =>
      Boolean((await model.findById(id, { erasedAt: 1 }).lean())?.erasedAt),

    /** A page of the list, with everything that was written before it was asked for. */
    page: async ({ sort, limit, cursor, ...filters }: Page) => {
      const mark = readCursor(cursor, sort)
      const index = await people.fresh()
      if (!index) return plain.page({ sort, limit, mark, filters })
      const { ids, end, total } = index.page({ sort, limit, after: mark, ...filtersOf(filters) })
      const rows = await shown(ids)
      return { rows, total, nextCursor: end && writeCursor(sort, end) }
    },

    /** How many users there are of each role and state. */
    counts: async (): Promise<CountGroup[]> => (await people.fresh())?.counts() ?? plain.counts(),

    /** Approved teachers and open student accounts per governorate. */
    places: async (): Promise<CountPlace[]> => (await people.fresh())?.places() ?? plain.places(),

    /** Governorates of the approved teachers, or of all that there are, by account. */
    teachers: async (isApproved = true): Promise<Map<string, number | null>> => {
      const wanted = { ...visible, role: 'teacher', ...(isApproved && { status: 'approved' }) }
      const options = { projection: { governorateId: 1 }, batchSize: 5000 }
      const found = await collection.find(wanted as never, options).toArray()
      // `as`: the schema above
      return new Map(found.map((row) => [String(row['_id']), row['governorateId'] as number | null]))
    },

    /**
     * Every visible row in the order of registration, with these fields alone. Read by id, a batch at a time: the
     * database neither sorts nor keeps anything for however long the reader takes.
     */
    all: async function* (projection: object): AsyncGenerator<UserRow> {
      const index = await people.fresh()
      if (!index) {
        yield* plain.all(projection)
        return
      }
      const read = (after: Place | null) => {
        const { ids, end } = index.page({ ...filtersOf({}), sort: 'createdAt', limit: batchSize, after })
        return { rows: shown(ids, projection), end }
      }
      for (let batch = read(null); ; ) {
        const rows = await batch.rows
        // the next one is on its way while these are written
        const next = batch.end && read(batch.end)
        // one that nobody waits for any more must not fail unheard
        next?.rows.catch(() => undefined)
        yield* rows
        if (!next) return
        batch = next
      }
    },

    /** New accounts in a span of time; an address that nobody confirms is gone after a week and is no account. */
    registeredBetween: (from: Date, to: Date): Promise<number> =>
      collection.countDocuments({
        ...visible,
        createdAt: { $gte: from, $lt: to },
        $or: [{ role: { $nin: confirmingRoles } }, { emailVerifiedAt: { $ne: null } }],
      } as never),

    /** True when somebody of these is erased, or about to be. */
    isAnyErased: async (ids: readonly string[]): Promise<boolean> =>
      (await collection.countDocuments({
        _id: { $in: ids },
        $or: [{ erasure: { $ne: null } }, { erasedAt: { $ne: null } }],
      } as never)) > 0,

    /** Whoever may decide on alerts. */
    administrators: async (): Promise<UserRow[]> =>
      // `as`: the schema above
      (await collection
        .find({ ...visible, role: { $in: ['admin', 'super-admin'] }, status: 'approved' } as never)
        .toArray()) as unknown as UserRow[],

    /** Of these those who are administrators no longer: what they looked after is as good as nobody's. */
    offDuty: async (ids: readonly string[]): Promise<Set<string>> => {
      if (ids.length === 0) return new Set()
      const projection = { role: 1, status: 1, ...visibleFields }
      // `as`: the schema above
      const found = (await collection
        .find({ _id: { $in: [...new Set(ids)] } } as never, { projection })
        .toArray()) as unknown as UserRow[]
      const gone = found.filter((row) => !isVisible(row) || !isAdministrator(row))
      return new Set(gone.map(({ _id }) => _id))
    },

    /** Whatever an administrator looked after who does so no longer. */
    release: async (holder: string): Promise<void> => {
      await collection.updateMany(
        { assignee: holder } as never,
        { $set: { assignee: null }, $currentDate: { changedAt: true } } as never,
      )
    },

    names: async (ids: readonly string[]): Promise<Map<string, string>> => {
      const found = await collection
        .find({ _id: { $in: ids } } as never, { projection: { fullName: 1 } })
        .toArray()
      return new Map(found.map((row) => [String(row['_id']), String(row['fullName'] ?? '')]))
    },
  }
}

export type UserStore = ReturnType<typeof userStore>
