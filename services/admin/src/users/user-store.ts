import type { DarsiEvent, EventInput } from '@darsi/contracts/events/events.ts'
import { admins } from '@darsi/contracts/reference/roles.ts'
import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import { createFreshPeople } from '../people/fresh-people.ts'
import { isAdministrator, isVisible, type UserRow, visible, visibleFields } from '../people/user-row.ts'
import { changedFields } from '../stores/changed-fields.ts'
import { createUserList } from './user-list.ts'
import { createUserQueries } from './user-queries.ts'

/** The fields of a row that one event sets together. Each part has its own sequence, so events may arrive in any order. */
type Part = 'registered' | 'email' | 'returned' | 'verified' | 'proven' | 'login' | 'profile' | 'proofs'

export type Moved = { changed: UserRow; event: EventInput }

/** The values of a row's fields until an event sets them. */
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
  emailAt: null,
  mailReturnedAt: null,
  emailVerifiedAt: null,
  approvedAt: null,
  lastLoginAt: new Date(0),
  decisions: [],
  erasure: null,
  provenEmail: null,
  birthYear: null,
  dupKeys: [],
  employment: null,
  card: null,
  profileMissing: null,
  proofs: { accepted: [], waiting: [] },
  sessionsEnded: [],
  assignee: null,
  cardReviewedOf: null,
  inactiveWarnedAt: null,
} as const

/** Fields that the list of people reads: a change of one sets `changedAt`, by which processes reload the row. */
const listedFields: readonly (keyof UserRow)[] = [
  'status',
  'approvedAt',
  'assignee',
  'erasure',
  'cardReviewedOf',
]

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(connection: Connection, outbox: Outbox) {
  const users = userCollection(connection)
  const people = createFreshPeople(users)
  const queries = createUserQueries(users)
  return {
    collection: users,
    people,
    ...queries,
    ...createAdministratorQueries(users),
    ...createUserList({ users, people, byIds: queries.byIds }),

    /** Applies one part of a row's fields from an event; the fields that no event has set yet get their empty values. */
    project: (event: DarsiEvent, part: Part, $set: Partial<UserRow>): Promise<unknown> => {
      const others = Object.entries(emptyRow).filter(([name]) => !(name in $set))
      const $setOnInsert: Partial<UserRow> = Object.fromEntries(others)
      return project(
        users,
        event.subject,
        event,
        { $set, $setOnInsert, $currentDate: { changedAt: true } },
        { part },
      )
    },

    /** @returns the row as it is now, or null when there is none or `decide` changes nothing */
    update: (id: string, decide: (row: UserRow) => Moved | null): Promise<UserRow | null> =>
      outbox.update(users, id, (found) => {
        const moved = decide(found)
        if (!moved) return null
        const $set = changedFields(found, moved.changed)
        const isListed = listedFields.some((name) => name in $set)
        return {
          update: { $set, ...(isListed && { $currentDate: { changedAt: true } }) },
          event: moved.event,
        }
      }),

    release: async (assignee: string): Promise<void> => {
      await users.updateMany({ assignee }, { $set: { assignee: null }, $currentDate: { changedAt: true } })
    },
  }
}

function userCollection(connection: Connection) {
  return collection<UserRow>(connection, 'users', [
    { key: { 'card.changedAt': 1 }, sparse: true },
    { key: { createdAt: -1, _id: -1 } },
    { key: { changedAt: 1 } },
    { key: { searchName: 1, _id: 1 } },
    { key: { lastLoginAt: -1, _id: -1 } },
    { key: { role: 1, status: 1, createdAt: -1 } },
    { key: { dupKeys: 1 } },
    { key: { assignee: 1 }, partialFilterExpression: { assignee: { $type: 'string' } } },
    { key: { 'erasure.pending': 1 }, sparse: true },
    { key: { erasedAt: -1 }, partialFilterExpression: { erasedAt: { $type: 'date' } } },
    outboxIndex,
  ])
}

function createAdministratorQueries(users: Collection<UserRow>) {
  return {
    /** The accounts that may decide on alerts. */
    administrators: (): Promise<UserRow[]> =>
      users.find({ ...visible, role: { $in: admins }, status: 'approved' }).toArray(),

    /** Those of these accounts that are no longer administrators; an assignment to one counts as none. */
    formerAdministrators: async (ids: readonly string[]): Promise<Set<string>> => {
      if (ids.length === 0) return new Set()
      const projection = { role: 1, status: 1, ...visibleFields }
      const found = await users.find({ _id: { $in: [...new Set(ids)] } }, { projection }).toArray()
      const former = found.filter((row) => !isVisible(row) || !isAdministrator(row))
      return new Set(former.map(({ _id }) => _id))
    },
  }
}
