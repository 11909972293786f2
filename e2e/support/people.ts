import { randomInt } from 'node:crypto'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { addDays, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { call, password, registration, someAddress } from './api.ts'
import { linkIn, mailTo } from './mail.ts'

type Role = 'student' | 'teacher' | 'parent'
type Hour = { day: number; hour: number }
type Place = { governorate: string; governorate_id: number; delegation?: string; delegation_id?: number }
type More = { roleData?: object; place?: Place }
export type Person = { email: string; fullName: string; token: string }

/** An account that may sign in, made by API for tests about something else. */
export async function person(
  role: Role,
  fullName: string,
  { roleData = {}, place = sfax }: More = {},
): Promise<Person> {
  const email = someAddress(role)
  const body = registration(role, email)
  await must('POST /auth/register', {
    body: {
      ...body,
      fullName,
      language: 'en',
      location: place,
      roleSpecificData: { ...body.roleSpecificData, ...roleData },
    },
  })
  // the search lists only teachers with a proven address
  await proveAddress(email)
  return { email, fullName, token: await tokenOf(email, password) }
}

async function proveAddress(email: string): Promise<void> {
  const link = new URL(linkIn(await mailTo(email, /Verify/), 'verify-email'))
  await must('POST /auth/verify-email', { body: { token: link.searchParams.get('token') } })
}

/** Teachers who wait for the approval, with everything that a bulk approval needs. @returns their addresses */
export async function waitingTeachers(names: readonly string[]): Promise<string[]> {
  const emails = names.map(() => someAddress('waits'))
  const left = [...emails.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, email] = next
      const body = registration('teacher', email)
      const roleSpecificData = { ...body.roleSpecificData, employmentStatus: 'independent' }
      const phone = `+216 2${String(randomInt(10_000_000)).padStart(7, '0')}`
      const person = { ...body, fullName: names[index], phone, language: 'en', roleSpecificData }
      await must('POST /auth/register', { body: person })
      await proveAddress(email)
    }
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  return emails
}

/** An approved teacher whom the search lists. */
export async function listedTeacher(fullName: string, free: readonly Hour[], place?: Place): Promise<Person> {
  const teacher = await person('teacher', fullName, place && { place })
  await saveHours(teacher, free)
  const admin = await tokenOfDemo('admin')
  const query = `/admin/users?q=${encodeURIComponent(teacher.email)}`
  const id = await eventually(async () => {
    const [row] = list(await must(`GET ${query}`, { token: admin }))
    return row?.['id']
  })
  const body = { status: 'approved', notes: '' }
  await must(`PUT /admin/users/${id}/status`, { token: admin, body })
  const seeker = await tokenOfDemo('student')
  await eventually(async () => {
    const hours = free.at(0)
    const at = hours ? `&day=${hours.day}&hour=${hours.hour}` : ''
    const path = `/teachers?name=${encodeURIComponent(fullName)}${at}`
    return list(await must(`GET ${path}`, { token: seeker })).length > 0
  })
  return teacher
}

type Wish = { subject?: string; message?: string; childId?: string; guardian?: Person }

/** An approved connection, made by API. @returns its id */
export async function connect(learner: Person, teacher: Person, wish: Wish = {}): Promise<string> {
  const { subject = 'mathematics', message = 'Limits', childId, guardian } = wish
  const body = {
    teacherId: await teacherIdOf(teacher, learner),
    subject,
    message,
    ...(childId && { childId }),
  }
  const id = String(one(await must('POST /connections', { token: learner.token, body }))['id'])
  if (guardian) await must(`POST /connections/${id}/consent`, { token: guardian.token, body: {} })
  await must(`POST /connections/${id}/accept`, { token: teacher.token, body: { note: '' } })
  await approveConnection(id, learner)
  return id
}

/** A teacher as the search of the learner shows them. */
export async function teacherIdOf({ fullName }: Person, { token }: Person): Promise<string> {
  const [found] = list(await must(`GET /teachers?name=${encodeURIComponent(fullName)}`, { token }))
  return String(found?.['id'])
}

/** An administrator agrees as soon as the request has arrived there, unless nobody has to. */
export async function approveConnection(id: string, { token }: Pick<Person, 'token'>): Promise<void> {
  const admin = await tokenOfDemo('admin')
  await eventually(async () => {
    await call(`PUT /admin/connections/${id}`, { token: admin, body: { status: 'approved', notes: '' } })
    return one(await must(`GET /connections/${id}`, { token }))['status'] === 'approved'
  })
}

export async function saveHours({ token }: Person, free: readonly Hour[]): Promise<void> {
  const availability = free.map(({ day, hour }) => ({ day_of_week: day, hour, is_available: true }))
  await must('POST /availability/save', { token, body: { week_offset: 0, availability } })
}

export async function tokenOfDemo(role: (typeof demoAccounts)[number]['role']): Promise<string> {
  const account = demoAccounts.find((one) => one.role === role)
  return tokenOf(account?.email ?? '', demoPassword)
}

/** @throws Error if the call is refused: preparation has to succeed */
export async function must(...asked: Parameters<typeof call>) {
  const { status, body } = await call(...asked)
  if (status >= 300) throw new Error(`${asked[0]} answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** The rows of a list's answer. */
export function list(body: object): Record<string, unknown>[] {
  const data: unknown = 'data' in body ? body.data : []
  return Array.isArray(data) ? data : []
}

/** The `data` of an answer with one object. */
export function one(body: object): Record<string, unknown> {
  const data: unknown = 'data' in body ? body.data : null
  return { ...(typeof data === 'object' && data) }
}

async function tokenOf(email: string, secret: string): Promise<string> {
  return String((await must('POST /auth/login', { body: { email, password: secret } }))['token'])
}

const sfax: Place = { governorate: 'Sfax', governorate_id: 15 }

/** Names that no other test uses, of letters only, as names must be. */
export function someName(first: string): string {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(7)),
    (byte) => 'abcdefghijklmnop'[byte % 16],
  )
  return `${first} Ben ${letters.join('').replace(/^./, (letter) => letter.toUpperCase())}`
}

/** How many weeks ahead the next week is in which no holiday takes hours away. */
export async function weekWithoutHolidays(token: string): Promise<number> {
  for (let weeks = 1; weeks <= 8; weeks++) {
    const monday = mondayOf(new Date(), weeks)
    const periods = await must(`GET /availability/periods?from=${monday}&to=${addDays(monday, 6)}`, { token })
    if (list(periods).length === 0) return weeks
  }
  throw new Error('a holiday in each of the next eight weeks')
}
