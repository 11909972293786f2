import { randomUUID } from 'node:crypto'
import type { WaitingRequest } from '@darsi/contracts/calls/users/waiting-api.ts'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { type AdminRole, isAdmin, type Role } from '@darsi/contracts/reference/roles.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { cookieOf, type Reply, send } from '../abuse/client.ts'
import { password, registration, someAddress } from '../support/api.ts'
import { linkIn, mailsTo } from '../support/mail.ts'
import { list, someName } from '../support/people.ts'
import { site } from '../support/site.ts'

/** Everyone who can act in a sequence. `twin` is a second account of the teacher, with the same telephone, as a parent. */
export type Name =
  | 'learner'
  | 'minor'
  | 'classmate'
  | 'mother'
  | 'father'
  | 'teacher'
  | 'applicant'
  | 'twin'
  | 'admin'
  | 'super-admin'
  | 'thief'
  | 'squatter'

export type Actor = {
  name: Name
  role: Role
  email: string
  password: string
  fullName: string
  phone: string
  id: string
  token: string
  cookie: string
  recoveryCodes: string[]
  hasFactor: boolean
  isGone: boolean
}

/** A text that only some people may read. Its words are unique, so that answers can be searched for it. */
export type Secret = { text: string; what: string; mayRead: (world: World) => readonly Name[] }

/** A credential that someone other than the owner obtained, with the number of earlier proofs of ownership. */
export type Held = {
  kind: 'session' | 'address link' | 'reset link' | 'feed'
  of: Name
  value: string
  cookie?: string
  proofs: number
}

export type Connected = {
  id: string
  threadId: string | null
  consents: Set<Name>
  isStopped: boolean
  /** The teacher's second account was a guardian when it was requested. */
  isOfTwin: boolean
  messages: { id: string; text: string; by: Name }[]
  /** Every other text that the teacher and the minor wrote in it, also what was replaced or withdrawn. */
  words: Word[]
  /** The newest homework. */
  homework: { id: string; given: Word; handIn: Word | null; mark: Word | null } | null
}

export type Word = { text: string; by: 'teacher' | 'minor'; isHidden: boolean }

/** An adult of the minor's school level with an own connection to the same teacher. */
type Classmate = { connectionId: string; isOpen: boolean }

/** A learner who took one of the teacher's places. */
export type Taught = { learner: Actor; connectionId: string }

/** The parts of a teacher's card that these steps change. */
export type AppliedCard = { bio: string; photo: string | null; slug: string }

/** The teacher who is reviewed in these steps, as the rules let others see it. */
export type Applicant = {
  status: 'pending' | 'approved' | 'suspended'
  isVisible: boolean
  hasPage: boolean
  /** Everything that the teacher ever wrote or sent. */
  slugs: Set<string>
  photos: Set<string>
  bios: string[]
  /** What others may see, and the newest. */
  shown: AppliedCard
  newest: AppliedCard
  /** Addresses that others may have seen once: they lead to the one of now. */
  publicSlugs: Set<string>
  /** What the administrator has read, since the last decision. */
  read: { profileAt: string; card: AppliedCard } | null
  /** Ids of proofs whose file has to be gone. */
  voidProofs: string[]
  waiting: Map<string, string>
  accepted: Set<string>
}

/** What some sequences have to reach: the rules about it are not tested by a run that never gets there. */
export const goals = [
  'connected',
  'message',
  'booked',
  'proposal answered',
  'seat taken',
  'alert',
  'homework marked',
  'words of a closed account',
  'teacher approved',
  'place offered',
  'returned',
  'place asked again',
  'kept apart by age',
  'guardian reported',
  'withdrawal bound',
] as const
export type Goal = (typeof goals)[number]

/** The state of one sequence: its people, their credentials, and what the product's rules let each of them read. */
export type World = {
  /** The steps so far, for the report of a failure. */
  trail: string[]
  reached: Set<Goal>
  from: string
  actors: Map<Name, Actor>
  /** How often the owner has proven ownership of the account. */
  proofs: Map<Name, number>
  held: Held[]
  secrets: Secret[]
  /** Whether the thief knows the learner's current password. */
  isPasswordKnown: boolean
  childId: string | null
  guardians: Set<Name>
  everGuarded: boolean
  /** The minor's effective year: no single edit moves it to an older band. */
  birthYear: number
  invitations: Map<Name, string>
  codes: { code: string; by: Name }[]
  connection: Connected | null
  classmate: Classmate | null
  /** The learners who fill the teacher's places; empty before that. */
  taught: Taught[]
  /** Requests on the teacher's waiting list by their text, each with its author and whether it was sent. */
  listed: Map<string, { by: Name; isSent: boolean }>
  /** Connections that used an offered place. */
  offersUsed: Set<string>
  /** Ids of the teacher's group hours; false once cancelled. */
  groups: Map<string, boolean>
  /** The hours (ISO) of each lesson that a guardian, or a learner who may, chose or agreed to; by the lesson's id. */
  agreedHours: Map<string, Set<string>>
  /** Those of the connection who blocked the other side. */
  blockedBy: Set<Name>
  /** The guardians who withdrew their consent to the teacher and have not agreed again. */
  against: Set<Name>
  /** The places and links to which a guardian agreed, by the lesson's id. */
  agreedVenues: Map<string, Set<string>>
  /** The texts of open alerts; `about` is the address of the account concerned. */
  evidence: { texts: string[]; alertId: string; about: string | null }[]
  tickets: { text: string; email: string }[]
  /** The newest conversation of the minor's closed account, which those guardians read. */
  left: { threadId: string; texts: string[]; readers: Name[] } | null
  /** The links by which the guardians of the closed account become guardians again. */
  returns: Map<Name, string>
  /** The teacher has closed the account: its texts can be read only through an alert. */
  isTeacherErased: boolean
  /** An administrator keeps the teacher and the minor apart. */
  isApart: boolean
  /** The address that `squatter` registered before its owner. */
  squatted: { email: string; isOwned: boolean } | null
  applicant: Applicant | null
}

let sequences = 0

export function createWorld(): World {
  sequences++
  // each sequence has its own client address, because limits count per client address
  const from = `127.${20 + (sequences >> 14)}.${(sequences >> 7) & 127}.${(sequences & 127) + 1}`
  return {
    trail: [],
    reached: new Set(),
    from,
    actors: new Map(),
    proofs: new Map(),
    held: [],
    secrets: [],
    isPasswordKnown: false,
    childId: null,
    guardians: new Set(),
    everGuarded: false,
    birthYear: birthYear(minorAge),
    invitations: new Map(),
    codes: [],
    connection: null,
    classmate: null,
    taught: [],
    listed: new Map(),
    offersUsed: new Set(),
    groups: new Map(),
    agreedHours: new Map(),
    blockedBy: new Set(),
    against: new Set(),
    agreedVenues: new Map(),
    evidence: [],
    tickets: [],
    left: null,
    returns: new Map(),
    isTeacherErased: false,
    isApart: false,
    squatted: null,
    applicant: null,
  }
}

/** Words that occur nowhere else, without digits or signs that look like contact details. */
export function uniqueText(about: string): string {
  const letters = randomUUID().replaceAll(/[^a-f]/g, '')
  return `${about} ${letters.padEnd(10, 'k').slice(0, 10)}`
}

export type Sent = {
  body?: unknown
  file?: { type: string; bytes: Uint8Array; headers?: Record<string, string> }
  token?: string
  cookie?: string
}

export function call(world: World, key: string, { body, file, token, cookie }: Sent = {}): Promise<Reply> {
  const [method, path] = key.split(' ')
  return send(`${method} /api${path}`, {
    from: world.from,
    body,
    file,
    token,
    headers: { ...file?.headers, ...(cookie && { cookie, origin: site.url }) },
  })
}

/** A call by one of the actors with the actor's current session. @throws Error when a reader has no session */
export async function as(world: World, name: Name, key: string, body?: unknown): Promise<Reply> {
  const { token, isGone } = await actor(world, name)
  const reply = await call(world, key, { token, body })
  // a reader without a session sees nothing forbidden, whatever is broken
  if (reply.status === 401 && key.startsWith('GET ') && !isGone && !isSuspended(world, name))
    throw new Error(`${name}: ${key} answered 401`)
  return reply
}

/** A suspension ends every session. */
const isSuspended = ({ applicant }: World, name: Name): boolean =>
  name === 'applicant' && applicant?.status === 'suspended'

export async function must(world: World, name: Name, key: string, body?: unknown): Promise<Reply> {
  const reply = await as(world, name, key, body)
  if (reply.status >= 300) throw new Error(`${name}: ${key} answered ${reply.status} ${reply.text}`)
  return reply
}

export const isDone = ({ status }: Reply): boolean => status >= 200 && status < 300
export const rows = ({ body }: Reply) => list(body)
// `as`: the declared answers have an object there
export const dataOf = ({ body }: Reply) => (body['data'] ?? {}) as Record<string, unknown>

const minorAge = 15
export const birthYear = (age: number) => new Date().getFullYear() - age
const kinds: Readonly<Record<Name, { role: Role; first: string; roleData?: object }>> = {
  learner: { role: 'student', first: 'Lina' },
  minor: {
    role: 'student',
    first: 'Meriem',
    roleData: { educationLevel: 'secondary', birthYear: birthYear(minorAge) },
  },
  classmate: {
    role: 'student',
    first: 'Yassine',
    roleData: { educationLevel: 'secondary', birthYear: birthYear(20) },
  },
  mother: { role: 'parent', first: 'Sonia' },
  father: { role: 'parent', first: 'Hedi' },
  teacher: { role: 'teacher', first: 'Tarek' },
  applicant: { role: 'teacher', first: 'Olfa' },
  twin: { role: 'parent', first: 'Tahar' },
  admin: { role: 'admin', first: '' },
  'super-admin': { role: 'super-admin', first: '' },
  thief: { role: 'student', first: 'Walid' },
  squatter: { role: 'teacher', first: 'Slim' },
}

/** The actor, created on first use. */
export async function actor(world: World, name: Name): Promise<Actor> {
  const known = world.actors.get(name)
  if (known) return known
  const made = isAdmin(name) ? await ofDemo(name) : await register(world, name)
  world.actors.set(name, made)
  return made
}

async function ofDemo(name: AdminRole): Promise<Actor> {
  const { email, fullName, role } = demoAccounts.find((account) => account.role === name) ?? demoAccounts[3]
  const made = blank(name, role, { email, fullName, secret: demoPassword, phone: '' })
  const answer = await send('POST /api/auth/login', { body: { email, password: demoPassword } })
  return { ...made, ...signedIn(answer) }
}

type Known = Partial<Pick<Actor, 'email' | 'fullName' | 'phone'>> & { roleData?: object }

/** @param known of a person who registers again */
export async function register(world: World, name: Name, known: Known = {}): Promise<Actor> {
  const { role, first } = kinds[name]
  if (role !== 'student' && role !== 'parent' && role !== 'teacher')
    throw new Error(`${role} does not register`)
  const { email = someAddress(name), fullName = someName(first) } = known
  const roleData = known.roleData ?? kinds[name].roleData ?? {}
  const own = `+2162${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  const phone = known.phone ?? (name === 'twin' ? (await actor(world, 'teacher')).phone : own)
  const form = registration(role, email)
  const body = {
    ...form,
    fullName,
    phone,
    language: 'en',
    roleSpecificData: { ...form.roleSpecificData, ...roleData },
  }
  const sent = known.email ? (await fittingMails(email, /Verify/)).length : 0
  const registered = await call(world, 'POST /auth/register', { body })
  if (registered.status !== 201) throw new Error(`register answered ${registered.status} ${registered.text}`)
  const link = new URL(linkIn(await newestMail(email, /Verify/, sent), 'verify-email'))
  await call(world, 'POST /auth/verify-email', { body: { token: link.searchParams.get('token') } })
  const made = blank(name, role, { email, fullName, secret: password, phone })
  Object.assign(made, signedIn(await call(world, 'POST /auth/login', { body: { email, password } })))
  await eventually(async () => (await call(world, 'GET /me/profile', { token: made.token })).status === 200)
  if (name === 'teacher') await list24(world, made)
  return made
}

/** Approves a teacher and waits until the account may accept learners. */
async function list24(world: World, { id, email, token }: Actor): Promise<void> {
  const admin = await actor(world, 'admin')
  const query = `/admin/users?q=${encodeURIComponent(email)}`
  await eventually(async () => rows(await call(world, `GET ${query}`, { token: admin.token })).length > 0)
  const availability = [1, 2, 3, 4, 5, 6].flatMap((day) =>
    [9, 10, 16].map((hour) => ({ day_of_week: day, hour, is_available: true })),
  )
  await call(world, 'POST /availability/save', { token, body: { week_offset: 0, availability } })
  await must(world, 'admin', `PUT /admin/users/${id}/status`, { status: 'approved', notes: '' })
  await eventually(async () => isDone(await call(world, `GET /teachers/${id}`, { token: admin.token })))
}

const blank = (
  name: Name,
  role: Role,
  { email, fullName, secret, phone }: { email: string; fullName: string; secret: string; phone: string },
): Actor => ({
  name,
  role,
  email,
  fullName,
  phone,
  password: secret,
  id: '',
  token: '',
  cookie: '',
  recoveryCodes: [],
  hasFactor: false,
  isGone: false,
})

export function signedIn(answer: Reply): { id: string; token: string; cookie: string } {
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status} ${answer.text}`)
  // `as`: the sign-in's own answer
  const { token, user } = answer.body as { token: string; user: { id: string } }
  return { id: user.id, token, cookie: cookieOf(answer) }
}

/** Signs in with everything the owner has: the password, and a recovery code if a factor requires one. */
export async function signIn(world: World, who: Actor): Promise<void> {
  const answer = await call(world, 'POST /auth/login', {
    body: { email: who.email, password: who.password },
  })
  const isHalf = answer.status === 401 && answer.body['code'] === 'MFA_REQUIRED'
  const code = isHalf ? who.recoveryCodes.pop() : undefined
  if (!isHalf || code === undefined) {
    Object.assign(who, signedIn(answer))
    return
  }
  const body = { challenge: answer.body['challenge'], code }
  Object.assign(who, signedIn(await call(world, 'POST /auth/login/factor', { body })))
}

/** Signs in once the end of a suspension has reached auth by an event. */
export async function signInLater(world: World, who: Actor): Promise<void> {
  await eventually(async () => {
    await signIn(world, who)
    return true
  })
}

export const proofsOf = (world: World, name: Name): number => world.proofs.get(name) ?? 0

/** The owner has proven ownership: all credentials of others are void from here on. */
export function prove(world: World, name: Name): void {
  world.proofs.set(name, proofsOf(world, name) + 1)
}

export function hold(world: World, held: Omit<Held, 'proofs'>): void {
  world.held.push({ ...held, proofs: proofsOf(world, held.of) })
}

/** The token of the link in the mail that a call causes; null if the call is refused. */
export async function mailedToken(
  { email, subject, path }: { email: string; subject: RegExp; path: string },
  act: () => Promise<Reply>,
): Promise<string | null> {
  const before = (await fittingMails(email, subject)).length
  if (!isDone(await act())) return null
  const mail = await newestMail(email, subject, before)
  return new URL(linkIn(mail, path)).searchParams.get('token')
}

export const fittingMails = async (email: string, subject: RegExp) =>
  (await mailsTo(email)).filter((mail) => subject.test(mail.subject))

/** The mail that comes after these many of the same kind. */
export const newestMail = (email: string, subject: RegExp, before: number) =>
  eventually(async () => (await fittingMails(email, subject))[before], 60_000)

/** Makes a person a guardian, who may then read what guardians may read about the minor. */
export function joined(world: World, name: Name): void {
  world.guardians.add(name)
  world.everGuarded = true
}

/** @throws Error when words reached the other side of a block */
export function arrived({ blockedBy, guardians }: World, what: string): void {
  const sides: readonly Name[] = ['teacher', 'minor', ...guardians]
  if (sides.some((name) => blockedBy.has(name))) throw new Error(`${what} arrived in spite of a block`)
}

/** The minor as a guardian's child; undefined for anyone else. */
export const childOf = async (world: World, name: Name) => rows(await as(world, name, 'GET /children'))[0]

/** The minor's request reached the teacher; a guardian's own request is the consent too. */
export function requested(world: World, id: string, by: Name): void {
  const made: Connected = {
    id,
    threadId: null,
    consents: new Set(),
    isStopped: false,
    isOfTwin: world.guardians.has('twin'),
    messages: [],
    words: [],
    homework: null,
  }
  world.against.delete(by)
  if (by !== 'minor' && world.against.size === 0) made.consents.add(by)
  world.connection = made
}

/** product.md §5: the learners of a free teacher. */
export const places = 5

/** Everyone who may be on the waiting list. */
export const waitingNames = ['learner', 'classmate', 'minor', 'mother'] as const

/** The waiting requests of a person for the teacher of the sequence. */
export async function waitingOf(world: World, name: Name): Promise<WaitingRequest[]> {
  const { id } = await actor(world, 'teacher')
  // `as`: the declared answer
  const all = rows(await as(world, name, 'GET /me/waiting-requests')) as WaitingRequest[]
  return all.filter(({ teacher }) => teacher.id === id)
}
