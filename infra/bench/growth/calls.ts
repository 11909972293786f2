import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { tokenOf } from '../../fuzz/site.ts'
import { PlainError } from '../../local/process/fail.ts'
import type { Caller } from '../../local/trials/loopback.ts'

export type FrequentCall = {
  key: string
  role: Role
  /** Of a hundred calls of an evening; assumed. */
  share: number
  body?: object
}

/** The ten most frequent calls of signed-in people. */
export const frequentCalls: readonly FrequentCall[] = [
  { key: 'GET /auth/profile', role: 'student', share: 15 },
  { key: 'GET /me/profile', role: 'student', share: 15 },
  { key: 'GET /notifications', role: 'parent', share: 15 },
  { key: 'GET /connections', role: 'parent', share: 12 },
  { key: 'GET /availability/teacher', role: 'teacher', share: 10 },
  { key: 'GET /teachers?limit=20', role: 'student', share: 10 },
  { key: 'GET /threads', role: 'student', share: 10 },
  { key: 'GET /children', role: 'parent', share: 7 },
  {
    key: 'POST /availability/save',
    role: 'teacher',
    share: 4,
    body: { week_offset: 0, availability: [{ day_of_week: 1, hour: 9, is_available: true }] },
  },
  { key: 'GET /admin/users', role: 'admin', share: 2 },
]

export type Sessions = ReadonlyMap<Role, Record<string, string>>

const demoMs = 120_000

/** Signs in a demo account of each role, once the demo is made: every call succeeds. */
export async function logInToDemo(url: string, caller: Caller): Promise<Sessions> {
  const sessions = await logInAll(url)
  for (const call of frequentCalls)
    for (const until = performance.now() + demoMs; ; await sleep(500)) {
      const { status, body } = await send(caller, sessions, call)
      if (status === 200) break
      if (performance.now() > until) throw new PlainError(`${call.key} answered ${status} ${body}`)
    }
  return sessions
}

/** The headers of a signed-in demo account of each role. */
export async function logInAll(url: string): Promise<Sessions> {
  const sessions = new Map<Role, Record<string, string>>()
  for (const role of new Set(frequentCalls.map((call) => call.role)))
    sessions.set(role, { authorization: `Bearer ${await tokenOf(url, role)}` })
  return sessions
}

export const send = (caller: Caller, sessions: Sessions, { key, role, body }: FrequentCall) =>
  caller.call(key, { headers: sessions.get(role) ?? {}, ...(body && { body }) })
