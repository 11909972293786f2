import { PlainError } from '../../local/process/fail.ts'
import type { Caller } from '../../local/trials/loopback.ts'
import { startLoad } from '../../local/trials/steady-load.ts'
import { registerTeachers, someTeacher } from '../../local/trials/trial.ts'

/** An access token is valid for ten minutes. */
const renewMs = 300_000

/** The traffic beside registrations: a teacher reads the own sessions from the database, at a fixed rate. */
export async function startReads(caller: Caller, perSecond: number) {
  const [email] = await registerTeachers(caller, 1, 1)
  const { password } = someTeacher()
  const logIn = async () => {
    const { status, body } = await caller.call('POST /auth/login', { body: { email, password } })
    if (status !== 200) throw new PlainError(`${status} for a login`)
    return { authorization: `Bearer ${JSON.parse(body).token}` }
  }
  let headers = await logIn()
  const renewing = setInterval(async () => {
    headers = await logIn().catch(() => headers)
  }, renewMs)
  const load = startLoad(perSecond, () => caller.call('GET /auth/sessions', { headers }))
  return {
    ...load,
    stop: () => {
      clearInterval(renewing)
      return load.stop()
    },
  }
}
