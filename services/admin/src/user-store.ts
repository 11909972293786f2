import { foldLetters } from '@darsi/contracts/fold-text.ts'
import { indexOutbox, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'
import type { UserRow } from './user-row.ts'

export type UserFilters = {
  q?: string | undefined
  role?: string | undefined
  status?: string | undefined
  /** An administrator's account, or null for those that nobody looks after. */
  assignee?: string | null | undefined
}
export type UserSort = 'createdAt' | '-createdAt' | 'name' | '-name' | 'lastLogin' | '-lastLogin'
type Page = UserFilters & { sort: UserSort; limit: number; cursor?: string | undefined }

const sortFields = { createdAt: 'createdAt', name: 'searchName', lastLogin: 'lastLoginAt' } as const
const never = new Date(0)

/** A row is shown once auth has told of it; an account that is being erased is gone for everyone. */
export const visible = { createdAt: { $exists: true }, erasure: null, erasedAt: null }

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
      profileAt: { type: Date },
      status: { type: String },
      approvedAt: { type: Date },
      decisions: { type: [Object], default: undefined },
      assignee: { type: String },
      erasure: { type: Object },
      ...projectionFields,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ createdAt: -1, _id: -1 })
  schema.index({ searchName: 1, _id: 1 })
  schema.index({ lastLoginAt: -1, _id: -1 })
  schema.index({ role: 1, status: 1, createdAt: -1 })
  schema.index({ dupKeys: 1 })
  schema.index({ 'erasure.at': 1 }, { sparse: true })
  schema.index({ erasedAt: -1 }, { partialFilterExpression: { erasedAt: { $type: 'date' } } })
  indexOutbox(schema)
  const model = connection.model<UserRow>('user', schema)
  const { collection } = model

  return {
    model,

    byId: async (id: string): Promise<UserRow | null> =>
      // `as`: the schema above
      (await collection.findOne({ _id: id, ...visible } as never)) as unknown as UserRow | null,

    /** Gives it to somebody, or to nobody, if `from` is still whoever looks after it. */
    assign: async (id: string, from: string | null, to: string | null): Promise<UserRow | null> =>
      // `as`: the schema above
      (await collection.findOneAndUpdate(
        { _id: id, ...visible, assignee: from } as never,
        { $set: { assignee: to } } as never,
        { returnDocument: 'after' },
      )) as unknown as UserRow | null,

    isErased: async (id: string): Promise<boolean> =>
      Boolean((await model.findById(id, { erasedAt: 1 }).lean())?.erasedAt),

    page: async ({
      sort,
      limit,
      cursor,
      ...filters
    }: Page): Promise<{ rows: UserRow[]; nextCursor: string | null; total: number }> => {
      const down = sort.startsWith('-')
      // `as`: UserSort without its sign
      const field = sortFields[sort.replace('-', '') as keyof typeof sortFields]
      const filter = { ...visible, ...matching(filters) }
      const direction = down ? -1 : 1
      const found = await collection
        .find({ $and: [filter, after(cursor, sort, field, down)] } as never, {
          sort: { [field]: direction, _id: direction },
          limit: limit + 1,
        })
        .toArray()
      // `as`: the schema above
      const rows = found.slice(0, limit) as unknown as UserRow[]
      const last = found.length > limit ? rows.at(-1) : undefined
      const total = await collection.countDocuments(filter as never)
      return { rows, total, nextCursor: last ? writeCursor(sort, last[field], last._id) : null }
    },

    /** How many users there are of each role and state. */
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

    /** Approved teachers and open student accounts per governorate. */
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
        .toArray()) as unknown as { _id: { governorateId: number; role: string }; count: number }[],

    /** Governorates of the approved teachers, or of all that there are, by account. */
    teachers: async (isApproved = true): Promise<Map<string, number | null>> => {
      const wanted = { ...visible, role: 'teacher', ...(isApproved && { status: 'approved' }) }
      const options = { projection: { governorateId: 1 }, batchSize: 5000 }
      const found = await collection.find(wanted as never, options).toArray()
      // `as`: the schema above
      return new Map(found.map((row) => [String(row['_id']), row['governorateId'] as number | null]))
    },

    /** Every visible row in the order of registration, one batch at a time. */
    all: () =>
      // `as`: the schema above
      collection.find(visible as never, {
        sort: { createdAt: 1, _id: 1 },
        batchSize: 1000,
      }) as unknown as AsyncIterable<UserRow>,

    /** New accounts in a span of time. */
    registeredBetween: (from: Date, to: Date): Promise<number> =>
      collection.countDocuments({ ...visible, createdAt: { $gte: from, $lt: to } } as never),

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

    names: async (ids: readonly string[]): Promise<Map<string, string>> => {
      const found = await collection
        .find({ _id: { $in: ids } } as never, { projection: { fullName: 1 } })
        .toArray()
      return new Map(found.map((row) => [String(row['_id']), String(row['fullName'] ?? '')]))
    },
  }
}

export type UserStore = ReturnType<typeof userStore>
export type CountGroup = {
  _id: { role: string; status: string; confirmed: boolean; approved: boolean }
  count: number
}

/** Substring of name or e-mail; whatever the characters, they mean themselves. */
function matching({ q, role, status, assignee }: UserFilters): object {
  const words = q === undefined ? '' : foldLetters(q)
  const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return {
    ...(role && role !== 'all' && { role }),
    ...(status && status !== 'all' && { status }),
    // a row that nobody ever took has no such field, which null finds too
    ...(assignee !== undefined && { assignee }),
    ...(pattern && { $or: [{ searchName: { $regex: pattern } }, { searchEmail: { $regex: pattern } }] }),
  }
}

type Mark = { sort: string; value: string | number; id: string }

function writeCursor(sort: UserSort, value: Date | string, id: string): string {
  const mark: Mark = { sort, value: value instanceof Date ? value.getTime() : value, id }
  return Buffer.from(JSON.stringify(mark)).toString('base64url')
}

/** Rows behind the cursor: they stay the same while new rows arrive in front of it. */
function after(cursor: string | undefined, sort: UserSort, field: string, down: boolean): object {
  if (cursor === undefined) return {}
  const mark = readCursor(cursor)
  if (mark?.sort !== sort) throw problem('cursor-invalid')
  const value = typeof mark.value === 'number' ? new Date(mark.value) : mark.value
  const beyond = down ? '$lt' : '$gt'
  return { $or: [{ [field]: { [beyond]: value } }, { [field]: value, _id: { [beyond]: mark.id } }] }
}

function readCursor(cursor: string): Mark | null {
  try {
    const mark: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const { sort, value, id } = mark as Partial<Mark>
    const isValue = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    return typeof sort === 'string' && typeof id === 'string' && isValue ? { sort, value, id } : null
  } catch {
    return null
  }
}
