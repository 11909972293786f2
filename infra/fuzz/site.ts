import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'

/** High limits, so that the service answers and not a 429. */
export const fuzzEnvironment = { LIMITS_FACTOR: '100000', RATE_LIMIT_PER_MINUTE: '10000000' }

/** An access token of a demo account of this role, fresh enough for every call. */
export async function tokenOf(url: string, role: Role): Promise<string> {
  const email = demoAccounts.find((account) => account.role === role)?.email
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (answer.status !== 200) throw new Error(`${role} could not sign in: ${answer.status}`)
  // `as`: the sign-in's own answer
  return ((await answer.json()) as { token: string }).token
}
