import { randomUUID } from 'node:crypto'
import { eventually } from '@darsi/kit/testing/testing.ts'
import type { Reply } from '../abuse/client.ts'
import { write } from './family-steps.ts'
import { givesHomework, withdrawsHomework } from './homework-steps.ts'
import { step } from './step.ts'
import {
  type Actor,
  actor,
  as,
  call,
  dataOf,
  isDone,
  type Name,
  rows,
  uniqueText,
  type World,
} from './world.ts'

const isConnected = ({ connection }: World) => connection !== null
const hasAlert = ({ evidence }: World) => evidence.length > 0
const guardian = (world: World): Name | undefined => [...world.guardians][0]

/** The alert with this text, as administrators see it. */
const alertOf = (world: World, text: string) =>
  eventually(async () => {
    const open = rows(await as(world, 'super-admin', 'GET /admin/alerts?limit=200'))
    const found = open.find((alert) => `${alert.text} ${alert.quoted}`.includes(text))
    if (found) world.reached.add('alert')
    return found
  })

/** Waits until every service has erased the account's data: nothing else may disappear later. */
export const erased = (world: World, { id }: Actor) =>
  eventually(async () => {
    await actor(world, 'super-admin')
    const { done } = dataOf(await as(world, 'super-admin', 'GET /superadmin/erasures'))
    // `as`: the declared answer
    return (done as { userId: string }[]).some(({ userId }) => userId === id)
  })

/** The content of an answer without the requested address. Trace id and minutes differ in each refusal. */
function saidBy({ status, text, body }: Reply): string {
  return `${status} ${status < 300 ? text.replaceAll(/\S+@\S+/g, '') : String(body['code'])}`
}

export const reportsDanger = step(
  'a guardian reports a danger',
  (world) => isConnected(world) && guardian(world) !== undefined,
  async (world) => {
    const name = guardian(world)
    const child = name && rows(await as(world, name, 'GET /children'))[0]
    if (!name || !child || !world.connection) return
    const text = uniqueText('I am worried about')
    const body = { reason: 'danger', text, childId: child['id'] }
    if (!isDone(await as(world, name, 'POST /safety/reports', body))) return
    world.connection.isStopped = true
    world.secrets.push({
      text,
      what: 'a report of danger',
      // the reporter keeps the report, also after leaving the child
      mayRead: ({ guardians }) => [name, ...guardians, 'admin', 'super-admin'],
    })
    await actor(world, 'super-admin')
    const { id } = await alertOf(world, text)
    world.evidence.push({ texts: [text, ...allWords(world)], alertId: String(id), about: null })
  },
)

/** The reports of a danger that the guardians read. Other alerts may come from earlier steps. */
async function familyReads(world: World): Promise<string> {
  const answers = [...world.guardians].map((name) => as(world, name, 'GET /safety/alerts'))
  const alerts = (await Promise.all(answers)).flatMap(rows)
  return alerts.flatMap(({ id, reason }) => (reason === 'danger' ? [id] : [])).join(' ')
}

/** The guardians must not learn of it. That the connection is not paused is an invariant. */
const reportsAtHome = (about: 'a guardian' | 'nobody') =>
  step(
    `the minor reports a danger and names ${about}`,
    (world) => world.actors.get('minor')?.isGone === false && guardian(world) !== undefined,
    async (world) => {
      const name = guardian(world)
      if (!name) return
      const { id } = await actor(world, name)
      const before = await familyReads(world)
      const text = uniqueText('I am afraid at home')
      const body = { reason: 'danger', text, ...(about === 'a guardian' && { aboutUserId: id }) }
      if (!isDone(await as(world, 'minor', 'POST /safety/reports', body))) return
      world.secrets.push({
        text,
        what: `a report that names ${about}`,
        mayRead: () => ['minor', 'admin', 'super-admin'],
      })
      await actor(world, 'super-admin')
      // before the alert is stored, nobody could read it, and the comparison would prove nothing
      await alertOf(world, text)
      if ((await familyReads(world)) !== before)
        throw new Error('a family that may be accused learns of a report')
      world.reached.add('guardian reported')
    },
  )
export const reportsGuardian = reportsAtHome('a guardian')
export const reportsNobody = reportsAtHome('nobody')

/** It pauses nothing: only an administrator's click would. */
const reportsAsStranger = step(
  'a stranger reports a danger to the minor',
  (world) => isConnected(world) && guardian(world) !== undefined,
  async (world) => {
    const name = guardian(world)
    const child = name && rows(await as(world, name, 'GET /children'))[0]
    if (!child) return
    await actor(world, 'learner')
    const body = { reason: 'danger', text: uniqueText('somebody said'), childId: child['id'] }
    await as(world, 'learner', 'POST /safety/reports', body)
  },
)

const blocks = (who: 'teacher' | 'minor' | 'guardian', blocked: boolean) =>
  step(`the ${who} ${blocked ? 'blocks' : 'unblocks'} the other side`, isConnected, async (world) => {
    const name = who === 'guardian' ? guardian(world) : who
    if (!name || !world.connection || world.actors.get(name)?.isGone) return
    // the thread has the id of its connection
    if (!isDone(await as(world, name, `POST /threads/${world.connection.id}/block`, { blocked }))) return
    if (blocked) world.blockedBy.add(name)
    else world.blockedBy.delete(name)
  })

/** What the connection's evidence must have, also what was replaced or withdrawn. */
function allWords({ connection }: World, by?: Name): string[] {
  const all = [...(connection?.messages ?? []), ...(connection?.words ?? [])]
  return all.filter((word) => by === undefined || word.by === by).map(({ text }) => text)
}

/** What a teacher wrote to a minor is in the evidence of a report that comes after the account was closed. */
async function reportsClosed(world: World, { email }: Actor): Promise<void> {
  const name = guardian(world)
  const texts = allWords(world, 'teacher')
  const isMinor = new Date().getFullYear() - world.birthYear < 18
  if (!name || texts.length === 0 || !isMinor) return
  const reason = uniqueText('the teacher has left')
  const path = `POST /threads/${world.connection?.threadId}/report`
  if (!isDone(await as(world, name, path, { reason }))) return
  await actor(world, 'super-admin')
  const { id } = await alertOf(world, reason)
  world.evidence.push({ texts, alertId: String(id), about: email })
  world.reached.add('words of a closed account')
}

export const closesTeacher = step(
  'the teacher closes the account',
  (world) => isConnected(world) && !world.actors.get('teacher')?.isGone,
  async (world) => {
    const teacher = await actor(world, 'teacher')
    await write(world, 'teacher')
    await givesHomework(world)
    const { status } = await as(world, 'teacher', 'DELETE /me', { password: teacher.password })
    if (status !== 202) return
    teacher.isGone = true
    await erased(world, teacher)
    world.isTeacherErased = true
    await reportsClosed(world, teacher)
  },
)

/** Reports, alerts, and people who close their accounts while an alert is open. */
export const safetySteps = [
  step(
    'a guardian reports a message',
    (world) => isConnected(world) && guardian(world) !== undefined,
    async (world) => {
      const { connection } = world
      // otherwise few sequences reach a report
      if (connection?.messages.length === 0) await write(world, 'teacher')
      const name = guardian(world)
      const message = connection?.messages.at(-1)
      if (!connection?.threadId || !name || !message) return
      const writer = await actor(world, message.by)
      // messages of an erased account are erased too, so there is nothing to quote
      if (writer.isGone) return
      await givesHomework(world)
      await withdrawsHomework(world)
      const body = { reason: 'I do not like this', about: { kind: 'message', id: message.id } }
      if (!isDone(await as(world, name, `POST /threads/${connection.threadId}/report`, body))) return
      connection.isStopped = true
      await actor(world, 'super-admin')
      const alert = await alertOf(world, message.text)
      const alertId = String(alert['id'])
      world.evidence.push({ texts: allWords(world), alertId, about: writer.email })
    },
  ),

  ...[reportsDanger, reportsGuardian, reportsNobody, reportsAsStranger],
  ...[blocks('teacher', true), blocks('guardian', true), blocks('minor', true)],
  ...[blocks('teacher', false), blocks('guardian', false), blocks('minor', false)],

  step('an administrator resolves an alert', hasAlert, async (world) => {
    const last = world.evidence.at(-1)
    await actor(world, 'admin')
    const body = { note: 'a sequence' }
    if (last && isDone(await as(world, 'admin', `POST /admin/alerts/${last.alertId}/resolve`, body)))
      world.evidence.pop()
  }),

  closesTeacher,

  step(
    'a super-admin deletes the teacher',
    (world) => isConnected(world) && !world.actors.get('teacher')?.isGone,
    async (world) => {
      const teacher = await actor(world, 'teacher')
      await actor(world, 'super-admin')
      if (!isDone(await as(world, 'super-admin', `DELETE /admin/users/${teacher.id}`))) return
      teacher.isGone = true
      await erased(world, teacher)
      world.isTeacherErased = true
    },
  ),

  step(
    'somebody asks by reports who is known',
    () => true,
    async (world) => {
      await actor(world, 'thief')
      const { id } = await actor(world, 'minor')
      const ask = (aboutUserId: string) =>
        as(world, 'thief', 'POST /safety/reports', { reason: 'other', text: 'strange', aboutUserId })
      const [known, unknown] = [await ask(id), await ask(randomUUID())]
      if (saidBy(known) !== saidBy(unknown)) throw new Error('a report tells whether an account exists')
    },
  ),

  step(
    'somebody asks by registration and recovery who is known',
    () => true,
    async (world) => {
      const { email } = await actor(world, 'learner')
      for (const key of ['POST /auth/forgot-password', 'POST /auth/resend-verification']) {
        const [known, unknown] = [
          await call(world, key, { body: { email } }),
          await call(world, key, { body: { email: `x.${randomUUID().slice(0, 8)}@example.tn` } }),
        ]
        // each address has its own limit, with or without an account, and other steps use up the learner's
        if (known.status === 429) continue
        if (saidBy(known) !== saidBy(unknown)) throw new Error(`${key} tells whether an account exists`)
      }
    },
  ),

  step('an administrator looks at the alerts', hasAlert, async (world) => {
    await actor(world, 'admin')
    const [first] = world.evidence
    if (first) dataOf(await as(world, 'admin', `POST /admin/alerts/${first.alertId}/answer`))
  }),
]
