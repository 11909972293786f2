import type { Connection } from 'mongoose'

type Row = Record<string, unknown>

/**
 * One read model that state records rebuild. A row that its service shares with fields of its own is emptied of the
 * `fields`; any other is deleted.
 */
type ReadModel = {
  service: string
  name: string
  /** All fields by default. */
  fields?: readonly string[]
  /** Parts of `src` that belong to the fields. */
  sources?: readonly string[]
  /** Bookkeeping, which differs: sequences, and when an event arrived. */
  ignored?: readonly string[]
}

const profileOfUser = [
  ...['phone', 'location', 'birthYear', 'governorateId', 'registrationNotes', 'employment', 'card'],
  ...['profileAt', 'profileMissing'],
]
const accountOfUser = [
  ...['email', 'searchEmail', 'role', 'language', 'fullName', 'searchName', 'createdAt'],
  ...['emailVerifiedAt', 'provenEmail'],
]
const connection = [
  ...['status', 'teacherId', 'teacherName', 'studentId', 'childId', 'studentName', 'guardianIds', 'subject'],
  ...['message', 'note', 'minor', 'level', 'flags', 'needs', 'searchText', 'pressing', 'requestedAt'],
  // not `approvedAt` and `declinedAt`: users does not keep when a connection that ended was approved
  ...['decidedAt', 'adminReviewedAt', 'stoppedAt'],
]

const careChange = [
  ...['kind', 'status', 'admin', 'accountId', 'guardianId', 'guardianIds', 'agreedBy', 'by'],
  ...['childName', 'from', 'to', 'askedAt', 'notBefore', 'expiresAt'],
]

const readModels: readonly ReadModel[] = [
  { service: 'availability', name: 'connections' },
  { service: 'availability', name: 'people', ignored: ['namedAt', 'languageAt', 'firstSessionTypes'] },
  { service: 'classroom', name: 'connections' },
  { service: 'classroom', name: 'people', ignored: ['namedAt'] },
  { service: 'admin', name: 'connections', fields: connection, sources: ['users'] },
  {
    ...{ service: 'admin', name: 'users', fields: [...profileOfUser, ...accountOfUser, 'proofs'] },
    // an ordinary event sets the time of its arrival, a state record that of the last change
    ignored: ['profileAt'],
    sources: [
      'auth-email',
      'auth-registered',
      'auth-verified',
      'auth-proven',
      'users-profile',
      'users-proofs',
    ],
  },
  { service: 'admin', name: 'guardianships' },
  // not `review`, which is the administrator's
  { service: 'admin', name: 'carechanges', fields: careChange, sources: ['users'] },
  { service: 'admin', name: 'lessons' },
  { service: 'admin', name: 'ratings' },
  { service: 'auth', name: 'accounts', fields: ['phone'], sources: ['users'] },
  { service: 'users', name: 'weeks' },
  {
    ...{ service: 'users', name: 'teachers' },
    fields: ['profile', 'status', 'verifiedAt', 'slots', 'checks', 'ratings'],
    sources: [
      ...['users-profile', 'users-checks', 'admin-status', 'auth-verified', 'auth-opened'],
      'availability-template',
    ],
  },
  { service: 'notifications', name: 'preferences', fields: ['email', 'language'], sources: ['users'] },
]

export const nameOf = ({ service, name }: ReadModel): string => `${service}.${name}`

const collectionOf = (mongo: Connection, { service, name }: ReadModel) =>
  mongo.useDb(`darsi-${service}`).collection<Row & { _id: string }>(name)

/** The rows of each read model, without bookkeeping. */
export async function rowsOf(mongo: Connection): Promise<Map<string, Map<string, Row>>> {
  const all = await Promise.all(
    readModels.map(async (model) => {
      const rows = await collectionOf(mongo, model).find({}).toArray()
      return [nameOf(model), new Map(rows.map((row) => [row._id, shownOf(row, model)]))] as const
    }),
  )
  return new Map(all)
}

function shownOf({ _id, ...row }: Row & { _id: string }, { fields, ignored = [] }: ReadModel): Row {
  const shown = Object.entries(row).filter(
    ([field]) => (fields?.includes(field) ?? true) && field !== 'src' && !ignored.includes(field),
  )
  const { firstStatus, ...known } = Object.fromEntries(shown)
  // the status of the registration counts until an administrator decides
  return firstStatus === undefined ? known : { status: firstStatus, ...known }
}

/** Loses the read models. Tombstones stay: they are not rebuilt. */
export async function emptyReadModels(mongo: Connection): Promise<number> {
  let count = 0
  for (const model of readModels) {
    const collection = collectionOf(mongo, model)
    const { fields, sources = [] } = model
    const unset = [...(fields ?? []), ...sources.map((source) => `src.${source}`)]
    const $unset: Record<string, ''> = Object.fromEntries(unset.map((field) => [field, '']))
    const emptied = fields
      ? (await collection.updateMany({ erasedAt: null }, { $unset })).modifiedCount
      : (await collection.deleteMany({ erasedAt: null })).deletedCount
    count += emptied
  }
  return count
}

// an event is some milliseconds younger than the time that its aggregate stores
const toleranceMs = 5000

/** The places at which rows of `before` differ in `after`. Rows that were added meanwhile do not count. */
export function differences(
  before: ReadonlyMap<string, ReadonlyMap<string, Row>>,
  after: ReadonlyMap<string, ReadonlyMap<string, Row>>,
): string[] {
  return [...before].flatMap(([model, rows]) =>
    [...rows].flatMap(([id, row]) => {
      const now = after.get(model)?.get(id)
      if (!now) return [`${model} ${id} is missing`]
      const fields = Object.keys(row).filter((field) => !isSame(row[field], now[field]))
      return fields.map(
        (field) => `${model} ${id} ${field}: ${JSON.stringify(row[field])} is ${JSON.stringify(now[field])}`,
      )
    }),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date)
    return Math.abs(one.getTime() - other.getTime()) <= toleranceMs
  if (isPlain(one) && isPlain(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      isSame(one[key], other[key]),
    )
  return one === other || (one ?? null) === (other ?? null)
}

const isPlain = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
