import { eventually } from '@darsi/kit/testing/testing.ts'
import { type Connection, createConnection } from 'mongoose'

/** Changes what no visitor can change: time. */
export async function letVerificationExpire(email: string): Promise<void> {
  await withDatabases(async (connection) => {
    const accounts = connection.useDb('darsi-auth').collection('accounts')
    const { modifiedCount } = await accounts.updateOne(
      { email },
      { $set: { 'verification.expiresAt': new Date(0) } },
    )
    if (modifiedCount !== 1) throw new Error(`no pending verification for ${email}`)
  })
}

/** Waits until lessons of an approved connection can be booked: its event has arrived. */
export async function connectionArrives(connectionId: string): Promise<void> {
  await withDatabases(async (connection) => {
    const rows = connection.useDb('darsi-availability').collection<{ _id: string }>('connections')
    await eventually(async () => (await rows.countDocuments({ _id: connectionId, status: 'approved' })) === 1)
  })
}

/** Sets the start of a lesson to half an hour ago, so that no test waits for next week. */
export async function letLessonBegin(lessonId: string): Promise<void> {
  await withDatabases(async (connection) => {
    const lessons = connection.useDb('darsi-availability').collection<{ _id: string }>('lessons')
    const startsAt = new Date(Date.now() - 30 * 60_000)
    const change = { startsAt, endsAt: new Date(), remindAt: null, remindKind: null }
    const { modifiedCount } = await lessons.updateOne({ _id: lessonId }, { $set: change })
    if (modifiedCount !== 1) throw new Error(`no lesson ${lessonId}`)
  })
}

/** Sets the start of a lesson to now, so that its room is open. */
export async function letRoomOpen(lessonId: string): Promise<void> {
  const startsAt = new Date()
  const endsAt = new Date(startsAt.getTime() + 30 * 60_000)
  await withDatabases(async (connection) => {
    await openRoom(connection, lessonId, { startsAt, lessonEndsAt: endsAt })
    const lessons = connection.useDb('darsi-availability').collection<{ _id: string }>('lessons')
    await lessons.updateOne(
      { _id: lessonId },
      { $set: { startsAt, endsAt, remindAt: null, remindKind: null } },
    )
  })
}

/** Opens only the room, half an hour long; the lesson stays at its hour, so that it can still be cancelled. */
export async function letClassroomOpen(lessonId: string): Promise<void> {
  const startsAt = new Date()
  const lessonEndsAt = new Date(startsAt.getTime() + 30 * 60_000)
  await withDatabases((connection) => openRoom(connection, lessonId, { startsAt, lessonEndsAt }))
}

async function openRoom(
  connection: Connection,
  lessonId: string,
  change: { startsAt: Date; lessonEndsAt: Date },
): Promise<void> {
  const rooms = connection.useDb('darsi-classroom').collection<{ _id: string }>('rooms')
  await eventually(
    async () => (await rooms.updateOne({ _id: lessonId }, { $set: change })).matchedCount === 1,
  )
}

/** Sets the password check of this session back by an hour. */
export async function letPasswordProofAge(sessionId: string): Promise<void> {
  await withDatabases(async (connection) => {
    const sessions = connection.useDb('darsi-auth').collection<{ _id: string }>('sessions')
    const change = { $set: { authTime: Math.floor(Date.now() / 1000) - 3600 } }
    const { modifiedCount } = await sessions.updateOne({ _id: sessionId }, change)
    if (modifiedCount !== 1) throw new Error(`no session ${sessionId}`)
  })
}

/** Sets the open homework of a connection to be due in two hours, within the time for a reminder. */
export async function letHomeworkBeDueSoon(connectionId: string): Promise<void> {
  await withDatabases(async (connection) => {
    const homework = connection.useDb('darsi-users').collection('homework')
    const change = { $set: { dueAt: new Date(Date.now() + 2 * 3_600_000) } }
    const { modifiedCount } = await homework.updateOne({ threadId: connectionId, state: 'open' }, change)
    if (modifiedCount !== 1) throw new Error(`no homework in ${connectionId}`)
  })
}

async function withDatabases(act: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await createConnection(process.env['E2E_MONGO_URL'] ?? '').asPromise()
  try {
    await act(connection)
  } finally {
    await connection.close()
  }
}
