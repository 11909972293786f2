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
