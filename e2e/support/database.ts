import { createConnection } from 'mongoose'

/** Changes what no visitor can: here, that time goes by. */
export async function letVerificationExpire(email: string): Promise<void> {
  const connection = await createConnection(process.env['E2E_MONGO_URL'] ?? '').asPromise()
  try {
    const accounts = connection.useDb('darsi-auth').collection('accounts')
    const { modifiedCount } = await accounts.updateOne(
      { email },
      { $set: { 'verification.expiresAt': new Date(0) } },
    )
    if (modifiedCount !== 1) throw new Error(`no pending verification for ${email}`)
  } finally {
    await connection.close()
  }
}

/** Lets a lesson have begun half an hour ago: nobody waits for next week. */
export async function letLessonBegin(lessonId: string): Promise<void> {
  const connection = await createConnection(process.env['E2E_MONGO_URL'] ?? '').asPromise()
  try {
    const lessons = connection.useDb('darsi-availability').collection('lessons')
    const startsAt = new Date(Date.now() - 30 * 60_000)
    const change = { startsAt, endsAt: new Date(), remindAt: null, remindKind: null }
    const { modifiedCount } = await lessons.updateOne({ _id: lessonId } as never, { $set: change })
    if (modifiedCount !== 1) throw new Error(`no lesson ${lessonId}`)
  } finally {
    await connection.close()
  }
}

/** Lets an hour go by since the password of this session was proven. */
export async function letPasswordProofAge(sessionId: string): Promise<void> {
  const connection = await createConnection(process.env['E2E_MONGO_URL'] ?? '').asPromise()
  try {
    const sessions = connection.useDb('darsi-auth').collection('sessions')
    const change = { $set: { authTime: Math.floor(Date.now() / 1000) - 3600 } }
    const { modifiedCount } = await sessions.updateOne({ _id: sessionId } as never, change)
    if (modifiedCount !== 1) throw new Error(`no session ${sessionId}`)
  } finally {
    await connection.close()
  }
}
