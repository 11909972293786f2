import { eventually } from '@darsi/kit/testing/testing.ts'
import { step } from './step.ts'
import {
  actor,
  arrived,
  as,
  childOf,
  dataOf,
  isDone,
  joined,
  mailedToken,
  must,
  type Name,
  requested,
  rows,
  uniqueText,
  type Word,
  type World,
  waitingOf,
} from './world.ts'

const adults = ['mother', 'father', 'twin'] as const
type Adult = (typeof adults)[number]
const guards = (name: Name) => (world: World) => world.guardians.has(name)
const isPresent = (world: World) => world.actors.has('minor')

export const invites = (name: Adult) =>
  step(
    `the minor names the ${name} as guardian`,
    (world) => !world.guardians.has(name),
    async (world) => {
      const minor = await actor(world, 'minor')
      const guest = await actor(world, name)
      if (!world.secrets.some(({ text }) => text === minor.email))
        world.secrets.push({
          text: minor.email,
          what: 'the minor’s address',
          mayRead: ({ guardians }) => ['minor', ...guardians],
        })
      const mailed = { email: guest.email, subject: /Your agreement for/, path: 'guardian' }
      const token = await mailedToken(mailed, () =>
        as(world, 'minor', 'POST /me/guardian', { email: guest.email, language: 'en' }),
      )
      if (token !== null) world.invitations.set(name, token)
    },
  )

export const accepts = (name: Adult) =>
  step(
    `the ${name} accepts the minor’s link`,
    ({ invitations }) => invitations.has(name),
    async (world) => {
      const token = world.invitations.get(name)
      world.invitations.delete(name)
      const isFirst = world.guardians.size === 0 && !world.everGuarded
      // a second guardian needs the consent of an existing one
      const accepted = await as(world, name, 'POST /children/link', { token })
      if (isDone(accepted) && accepted.body['data'] !== null && isFirst) joined(world, name)
    },
  )

const leaves = (name: Adult) =>
  step(`the ${name} leaves the child`, guards(name), async (world) => {
    const child = await childOf(world, name)
    if (!child || !isDone(await as(world, name, `DELETE /children/${child['id']}`))) return
    // a block of this person stays, and holds again when the person comes back
    world.guardians.delete(name)
    world.connection?.consents.delete(name)
  })

/** All guardians answer pending changes: another guardian, or another year of birth. */
const answers = (what: 'agree' | 'object') =>
  step(
    `the guardians say ${what} to what waits`,
    ({ guardians }) => guardians.size > 0,
    async (world) => {
      for (const name of [...world.guardians])
        for (const { id, kind, person, askedAt } of rows(await as(world, name, 'GET /children/changes'))) {
          // the answer names the request that was read
          const body = what === 'agree' ? { askedAt } : undefined
          const isAnswered = isDone(await as(world, name, `POST /children/changes/${id}/${what}`, body))
          const guest = [...world.actors.values()].find(({ fullName }) => fullName === person)
          // the second account of a teacher waits for an administrator
          if (isAnswered && what === 'agree' && kind === 'guardian' && guest)
            if (guest.name !== 'twin' || (await childOf(world, 'twin'))) joined(world, guest.name)
        }
    },
  )

export const makesCode = (name: Adult) =>
  step(`the ${name} makes a code for another guardian`, guards(name), async (world) => {
    const child = await childOf(world, name)
    if (!child) return
    const made = await as(world, name, `POST /children/${child['id']}/guardians`)
    if (isDone(made)) world.codes.push({ code: String(dataOf(made)['code']), by: name })
  })

export const entersCode = (name: Adult) =>
  step(
    `the ${name} enters a code`,
    ({ codes }) => codes.length > 0,
    async (world) => {
      const entry = world.codes.pop()
      await actor(world, name)
      const isGood = entry !== undefined && world.guardians.has(entry.by)
      const entered = await as(world, name, 'POST /children/link', { token: entry?.code })
      const isIn = isDone(entered) && entered.body['data'] !== null
      if (isIn && isGood) joined(world, name)
    },
  )

/** All consents, given at once by these guardians of the minor. */
async function consentAll(world: World, id: string, names = [...world.guardians]): Promise<void> {
  const { connection } = world
  const answers = await Promise.all(
    names.map((name) => as(world, name, `POST /connections/${id}/consent`, { note: '' })),
  )
  names.forEach((name, index) => {
    const answer = answers[index]
    if (!answer || !isDone(answer)) return
    connection?.consents.add(name)
    world.against.delete(name)
  })
}

/** Whether the minor has an offered place, asked for by itself or by the mother. */
async function hasOffer(world: World): Promise<boolean> {
  const names = (['minor', 'mother'] as const).filter((name) => world.actors.get(name)?.isGone === false)
  const lists = await Promise.all(names.map((name) => waitingOf(world, name)))
  return lists.flat().some(({ offeredUntil }) => offeredUntil !== null)
}

async function askTeacher(world: World, by: 'minor' | Adult): Promise<void> {
  const { id: teacherId } = await actor(world, 'teacher')
  const child = by === 'minor' ? undefined : await childOf(world, by)
  const isOffered = await hasOffer(world)
  const asked = await as(world, by, 'POST /connections', {
    teacherId,
    subject: 'mathematics',
    message: 'Fractions',
    ...(child && { childId: child['id'] }),
  })
  if (!isDone(asked)) return
  if (world.isApart) throw new Error('a pair that an administrator parted connects again')
  arrived(world, 'a request')
  // `as`: the declared answer
  const { id, needs } = dataOf(asked) as { id: string; needs: { guardian: string; admin: string } }
  if (needs.guardian === 'none' || needs.admin === 'none')
    throw new Error('a minor is treated as an adult: nobody’s consent is asked')
  if (world.guardians.size === 0) throw new Error('a minor without a guardian sent a request')
  if (by !== 'minor' && [...world.against].some((name) => name !== by)) {
    if (needs.guardian === 'agreed') throw new Error('a guardian overrules another, who withdrew the consent')
    world.reached.add('withdrawal bound')
  }
  requested(world, id, by)
  // the request takes the offer, as one sent from the waiting list does
  if (isOffered) world.offersUsed.add(id)
}

async function decide(world: World): Promise<void> {
  const { connection } = world
  if (!connection) return
  await as(world, 'teacher', `POST /connections/${connection.id}/accept`, { note: '' })
  const approve = (notes: string) =>
    as(world, 'admin', `PUT /admin/connections/${connection.id}`, { status: 'approved', notes })
  const answer = await eventually(async () => {
    const reply = await approve('')
    return reply.status === 404 ? null : reply
  })
  if (isDone(answer) && connection.isOfTwin)
    throw new Error('one person gave two of three agreements, and no administrator said why')
  if (answer.body['code'] === 'REASON_REQUIRED') await approve('Both came to the office')
}

/** The thread to write in; null if there is none. */
export async function openThread(world: World): Promise<string | null> {
  const { connection } = world
  if (!connection) return null
  const row = await as(world, 'teacher', `GET /connections/${connection.id}`)
  const { status, threadId } = dataOf(row)
  connection.threadId = status === 'approved' && threadId ? String(threadId) : null
  if (connection.threadId) world.reached.add('connected')
  return connection.threadId
}

/** Sends a message in the connection, if that is possible. */
export async function write(world: World, name: 'teacher' | 'minor'): Promise<void> {
  await actor(world, name)
  const threadId = await openThread(world)
  if (!threadId || !world.connection) return
  const text = uniqueText('we meet behind')
  const sent = await as(world, name, `POST /threads/${threadId}/messages`, { text })
  if (!isDone(sent)) return
  arrived(world, 'a message')
  world.reached.add('message')
  world.connection.messages.push({ id: String(dataOf(sent)['id']), text, by: name })
  shareAmongParties(world, { text, by: name, isHidden: false }, 'a message')
}

/**
 * A text of the connection. A former guardian may have read what was written before leaving, and nothing later. What was
 * replaced or withdrawn is in its author's export alone, and the words of a closed account nowhere.
 */
export function shareAmongParties(world: World, word: Word, what: string): void {
  const readers = [...world.guardians]
  world.secrets.push({
    text: word.text,
    what,
    mayRead: ({ guardians, isTeacherErased }) => {
      if (word.by === 'teacher' && isTeacherErased) return []
      return word.isHidden ? [word.by] : ['teacher', 'minor', ...guardians, ...readers]
    },
  })
}

export const writes = (name: 'teacher' | 'minor') =>
  step(
    `the ${name} writes a message`,
    ({ connection }) => connection !== null,
    (world) => write(world, name),
  )

/** The mother guards the minor, unless somebody did before. */
export async function ensureGuardian(world: World): Promise<void> {
  await actor(world, 'minor')
  if (world.guardians.size > 0 || world.everGuarded) return
  const { email } = await actor(world, 'mother')
  const mailed = { email, subject: /Your agreement for/, path: 'guardian' }
  const token = await mailedToken(mailed, () =>
    must(world, 'minor', 'POST /me/guardian', { email, language: 'en' }),
  )
  await must(world, 'mother', 'POST /children/link', { token })
  joined(world, 'mother')
}

/** A minor with a guardian, and a teacher. After the approval they may write to each other. */
export const connect = step(
  'they become connected',
  ({ connection }) => connection === null,
  async (world) => {
    await ensureGuardian(world)
    if (world.guardians.size === 0) return
    await askTeacher(world, 'minor')
    await consentAll(world, world.connection?.id ?? '')
    await decide(world)
    // the administrator's approval reaches users by an event, and the conversation follows it
    if (!world.connection?.consents.size) return
    await eventually(async () => {
      const threadId = await openThread(world)
      return threadId !== null && isDone(await as(world, 'teacher', `GET /threads/${threadId}/messages`))
    })
  },
)

export const messageSteps = [writes('teacher'), writes('minor')]

export const motherConsents = step(
  'the mother alone consents',
  ({ connection, guardians }) => connection !== null && guardians.has('mother'),
  (world) => consentAll(world, world.connection?.id ?? '', ['mother']),
)
export const motherAsks = step('the mother asks the teacher', guards('mother'), (world) =>
  askTeacher(world, 'mother'),
)
export const agree = step('teacher and administrator agree', ({ connection }) => connection !== null, decide)

/** Requests and consents about a minor. */
export const agreementSteps = [
  answers('agree'),
  answers('object'),
  step('the minor asks the teacher', isPresent, (world) => askTeacher(world, 'minor')),
  motherAsks,
  step(
    'every guardian consents at once',
    ({ connection }) => connection !== null,
    (world) => consentAll(world, world.connection?.id ?? ''),
  ),
  agree,
]

export const takesConsentBack = step(
  'a guardian takes every consent back',
  ({ connection, guardians }) => connection !== null && guardians.size > 0,
  async (world) => {
    const [name = 'mother'] = [...world.guardians].reverse()
    const given = rows(await as(world, name, 'GET /consents'))
    for (const { id, withdrawnAt, purpose } of given) {
      if (withdrawnAt !== null) continue
      const withdrawn = await as(world, name, `DELETE /consents/${id}`)
      if (purpose === 'connect' && isDone(withdrawn)) world.against.add(name)
    }
    world.connection?.consents.clear()
  },
)

/** Another guardian comes, and what a guardian decided ends. */
export const partingSteps = [
  ...[takesConsentBack, ...agreementSteps],
  ...[leaves('mother'), makesCode('mother'), entersCode('father'), leaves('father')],
]

/** A minor, people who want to be guardians, and a teacher with a second account. */
export const familySteps = [
  ...adults.flatMap((name) => [invites(name), accepts(name), leaves(name)]),
  ...adults.flatMap((name) => [makesCode(name), entersCode(name)]),
  ...agreementSteps,
  takesConsentBack,
  connect,
  ...messageSteps,
]
