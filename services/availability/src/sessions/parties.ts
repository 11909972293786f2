import type { ConnectionStatus } from '@darsi/contracts/connections-api.ts'
import type { ConnectionEventType, DarsiEvent } from '@darsi/contracts/events.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { project } from '@darsi/kit/projection.ts'
import type { SessionModels } from './models.ts'
import type { Learner } from './rules.ts'

/** What is known here of a connection: who may have lessons together. */
export type ConnectionRow = {
  _id: string
  status: ConnectionStatus
  teacherId: string
  studentId: string | null
  childId: string | null
  guardianIds: string[]
  partyIds: string[]
  requesterId: string
  subject: string
  minor: boolean
  learnerBirthYear: number | null
  /** Only face-to-face lessons may be; absent in rows of older events. */
  videoWithdrawn?: boolean
  /** Of a learner without an account. */
  studentName: string
}

/** A party of a connection; for teachers also whether others may see their hours. */
export type PersonRow = {
  _id: string
  fullName?: string
  email?: string
  language?: Language
  role?: string
  status?: AccountStatus
  /** As registered; an administrator's word is stronger. */
  firstStatus?: AccountStatus
  profileVisible?: boolean
  namedAt?: Date
  languageAt?: Date
  erasedAt?: Date | null
}

export type Named = { fullName: string; email: string; language: Language }
export type Parties = {
  connection: ConnectionRow
  teacher?: Named
  student?: Partial<Pick<Named, 'email'>> & Omit<Named, 'email'>
  guardians: (Named & { userId: string })[]
}
export type ConnectionEvent = DarsiEvent<ConnectionEventType>

export type PartyStore = ReturnType<typeof createPartyStore>

/** Connections and their people, kept from the events of users, auth and admin. */
export function createPartyStore({ connections, people }: Pick<SessionModels, 'connections' | 'people'>) {
  /** Newer names win; an erased person stays nameless. */
  const name = async (
    userId: string,
    names: object,
    field: 'namedAt' | 'languageAt',
    at: Date,
    upsert = true,
  ) => {
    const older = { _id: userId, erasedAt: null, [field]: { $not: { $gte: at } } }
    // nothing where a newer name is known, or it was erased
    await inserted(
      people.collection.updateOne(older as never, { $set: { ...names, [field]: at } } as never, {
        upsert,
      }),
    )
  }
  const peopleOf = async (ids: readonly string[]): Promise<Map<string, PersonRow>> => {
    const rows = await people.collection.find({ _id: { $in: [...ids] } } as never).toArray()
    // `as`: the schema of the model
    return new Map((rows as unknown as PersonRow[]).map((row) => [row._id, row]))
  }

  /** True for an approved teacher who shows the profile. */
  const isListed = async (teacherId: string): Promise<boolean> => {
    // `as`: as written above
    const row = (await people.collection.findOne({
      _id: teacherId,
    } as never)) as unknown as PersonRow | null
    const status = row?.status ?? row?.firstStatus
    return row?.role === 'teacher' && !row.erasedAt && status === 'approved' && row.profileVisible === true
  }
  const connectionsBetween = async (teacherId: string, userId: string): Promise<ConnectionRow[]> => {
    const rows = await connections.find({ partyIds: userId, teacherId, status: 'approved' }).lean()
    // `as`: lean rows of the model
    return rows as ConnectionRow[]
  }

  return {
    peopleOf,
    connectionsBetween,
    /** Others may see a teacher who is listed; whoever has lessons with one sees that one anyway. */
    isKnownTo: async (teacherId: string, userId: string): Promise<boolean> =>
      userId === teacherId ||
      (await isListed(teacherId)) ||
      (await connectionsBetween(teacherId, userId)).length > 0,
    /** @returns the connection as it is known now, which may be newer than the event */
    apply: async (event: ConnectionEvent): Promise<ConnectionRow | null> => {
      const { data, personal } = event
      const { connectionId, status, teacherId, guardianIds, requesterId, subject, minor, learnerBirthYear } =
        data
      const studentId = data.studentId ?? null
      const childId = data.childId ?? null
      const partyIds = [...new Set([teacherId, ...(studentId ? [studentId] : []), ...guardianIds])]
      const known = await peopleOf(partyIds)
      const isGone = (userId: string) => Boolean(known.get(userId)?.erasedAt)
      // a late event must not bring the name of a child back whose guardians are gone
      const studentName = studentId || guardianIds.every(isGone) ? '' : personal.student.fullName
      const row = {
        status,
        teacherId,
        studentId,
        childId,
        guardianIds,
        partyIds,
        requesterId,
        subject,
        minor,
      }
      const { videoWithdrawn = false } = data
      await project(connections, connectionId, event, {
        $set: { ...row, learnerBirthYear, videoWithdrawn, studentName },
      })
      const at = new Date(event.time)
      const named: [string, object][] = [
        [teacherId, personal.teacher],
        ...(studentId ? [[studentId, personal.student] as [string, object]] : []),
        ...personal.guardians.map(({ userId, ...guardian }): [string, object] => [userId, guardian]),
      ]
      for (const [userId, names] of named) await name(userId, names, 'namedAt', at)
      return connections.findById(connectionId).lean<ConnectionRow>()
    },

    renamed: ({ data, personal, time }: DarsiEvent<'user.profile-changed'>) => {
      const { fullName, email } = personal
      return name(data.userId, { fullName, email }, 'namedAt', new Date(time), false)
    },
    speaks: ({ data, time }: DarsiEvent<'user.preferences-changed'>) =>
      name(data.userId, { language: data.language }, 'languageAt', new Date(time), false),

    /** Only of teachers, whose free hours others ask for, is every account known. */
    visible: (event: DarsiEvent<'user.profile-changed'>) =>
      project(
        people,
        event.data.userId,
        event,
        { $set: { profileVisible: event.data.profileVisible } },
        { part: 'profile' },
      ),
    privacy: (event: DarsiEvent<'user.preferences-changed'>, profileVisible: boolean) =>
      project(people, event.data.userId, event, { $set: { profileVisible } }, { part: 'profile' }),
    account: (
      event: DarsiEvent<
        'user.registered' | 'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.reopened'
      >,
      status: AccountStatus,
    ) =>
      event.type === 'user.registered'
        ? project(people, event.data.userId, event, { $set: { role: event.data.role, firstStatus: status } })
        : project(people, event.data.userId, event, { $set: { role: event.data.role, status } }),

    isSuspended: async (userIds: readonly string[]): Promise<boolean> => {
      const rows = await peopleOf(userIds)
      return [...rows.values()].some(({ status, erasedAt }) => status === 'suspended' || erasedAt)
    },

    connection: (id: string): Promise<ConnectionRow | null> => connections.findById(id).lean<ConnectionRow>(),
    connectionsOf: async (ids: readonly string[]): Promise<Map<string, ConnectionRow>> => {
      const rows = await connections.collection.find({ _id: { $in: [...ids] } } as never).toArray()
      // `as`: the schema of the model
      return new Map((rows as unknown as ConnectionRow[]).map((row) => [row._id, row]))
    },

    /** Everybody concerned, as messages need them. */
    of: async (connectionId: string): Promise<Parties | null> => {
      const connection = await connections.findById(connectionId).lean<ConnectionRow>()
      return connection ? partiesOf(connection, await peopleOf(connection.partyIds)) : null
    },

    erase: async (userId: string, at: Date): Promise<void> => {
      await people.collection.replaceOne({ _id: userId } as never, { erasedAt: at } as never, {
        upsert: true,
      })
      const rows = await connections.find({ partyIds: userId }).lean<ConnectionRow[]>()
      for (const { _id, guardianIds, partyIds } of rows) {
        const others = guardianIds.filter((id) => id !== userId)
        await connections.collection.updateOne(
          { _id } as never,
          {
            $set: {
              guardianIds: others,
              partyIds: partyIds.filter((id) => id !== userId),
              ...(others.length === 0 && { studentName: '' }),
            },
          } as never,
        )
      }
    },
  }
}

/** A suspended guardian learns nothing more of the child. */
export function partiesOf(connection: ConnectionRow, people: ReadonlyMap<string, PersonRow>): Parties {
  const teacher = namedOf(people.get(connection.teacherId))
  const student = connection.studentId
    ? namedOf(people.get(connection.studentId))
    : connection.studentName
      ? { fullName: connection.studentName, language: 'en' as const }
      : undefined
  const guardians = connection.guardianIds.flatMap((userId) => {
    const row = people.get(userId)
    const guardian = row?.status === 'suspended' ? undefined : namedOf(row)
    return guardian ? [{ ...guardian, userId }] : []
  })
  return { connection, guardians, ...(teacher && { teacher }), ...(student && { student }) }
}

/** What the rules ask of the learner. */
export function learnerOf({ learnerBirthYear, minor, videoWithdrawn = false }: ConnectionRow): Learner {
  return { birthYear: learnerBirthYear, minor, videoWithdrawn }
}

/** Without an address nobody can be written to. */
function namedOf(row: PersonRow | undefined): Named | undefined {
  if (!row?.email || row.erasedAt) return undefined
  return { fullName: row.fullName ?? '', email: row.email, language: row.language ?? 'en' }
}
