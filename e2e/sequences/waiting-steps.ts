import { connect, ensureGuardian } from './family-steps.ts'
import { step } from './step.ts'
import {
  type Actor,
  actor,
  as,
  call,
  childOf,
  dataOf,
  isDone,
  must,
  places,
  register,
  requested,
  rows,
  signIn,
  uniqueText,
  type World,
  waitingNames,
  waitingOf,
} from './world.ts'

type Waiter = (typeof waitingNames)[number]

const isFilled = ({ taught }: Readonly<World>) => taught.length > 0

/** Adults who take the places of each sequence's own teacher. */
let crowd: Promise<Actor[]> | undefined

const registerCrowd = (world: World): Promise<Actor[]> =>
  Promise.all(Array.from({ length: places }, () => register(world, 'learner')))

/** This adult asks, and the teacher accepts at once. */
async function takePlace(world: World, learner: Actor): Promise<void> {
  const { id: teacherId } = await actor(world, 'teacher')
  const body = { teacherId, subject: 'mathematics', message: 'Fractions' }
  const asked = await call(world, 'POST /connections', { token: learner.token, body })
  if (!isDone(asked)) return
  const connectionId = String(dataOf(asked)['id'])
  const accepted = await as(world, 'teacher', `POST /connections/${connectionId}/accept`, { note: '' })
  if (isDone(accepted)) world.taught.push({ learner, connectionId })
}

/** A teacher without a free place, a guarded minor, and an adult who asked in time and is not answered yet. */
export const fills = step(
  'the teacher’s places are taken',
  (world) => !isFilled(world),
  async (world) => {
    await ensureGuardian(world)
    const { id: teacherId } = await actor(world, 'teacher')
    crowd ??= registerCrowd(world)
    const learners = await crowd
    await must(world, 'learner', 'POST /connections', { teacherId, subject: 'mathematics', message: 'Light' })
    for (const learner of learners) {
      await signIn(world, learner)
      await takePlace(world, learner)
    }
  },
)

async function join(world: World, name: Waiter): Promise<void> {
  const { id: teacherId } = await actor(world, 'teacher')
  await actor(world, name)
  const child = name === 'mother' ? await childOf(world, name) : undefined
  const message = uniqueText('please teach')
  const body = { teacherId, subject: 'mathematics', message, ...(child && { childId: child['id'] }) }
  const isListed = isDone(await as(world, name, 'POST /me/waiting-requests', body))
  // without a guardian the answer is a refusal, and the text is kept as a draft
  if (!isListed && name !== 'minor') return
  world.listed.set(message, { by: name, isSent: false })
  world.secrets.push({
    text: message,
    what: 'a request that was not sent',
    mayRead: ({ listed, guardians }) =>
      listed.get(message)?.isSent ? [name, 'teacher', 'minor', ...guardians] : [name],
  })
}

const joins = (name: Waiter) =>
  step(`the ${name} joins the waiting list`, isFilled, (world) => join(world, name))

/** Also tried without an offer. */
async function send(world: World, name: Waiter): Promise<void> {
  if (!world.actors.has(name)) return
  for (const { id, message } of await waitingOf(world, name)) {
    const entry = world.listed.get(message)
    // the teacher may read it before the answer arrives
    if (entry) entry.isSent = true
    const sent = await as(world, name, `POST /me/waiting-requests/${id}/send`)
    if (entry) entry.isSent = isDone(sent)
    if (!isDone(sent)) continue
    const connectionId = String(dataOf(sent)['connectionId'])
    world.offersUsed.add(connectionId)
    if (name === 'minor' || name === 'mother') requested(world, connectionId, name)
  }
}

const sends = (name: Waiter) =>
  step(`the ${name} uses the offered place`, isFilled, (world) => send(world, name))

const leaves = (name: Waiter) =>
  step(`the ${name} leaves the waiting list`, isFilled, async (world) => {
    if (!world.actors.has(name)) return
    for (const { id } of await waitingOf(world, name))
      await as(world, name, `DELETE /me/waiting-requests/${id}`)
  })

/** Ends a connection of the crowd, by the learner. */
async function freePlace(world: World): Promise<void> {
  const [parted] = world.taught.splice(0, 1)
  if (!parted) return
  const { learner, connectionId } = parted
  await call(world, `POST /connections/${connectionId}/end`, { token: learner.token, body: { note: '' } })
}

const frees = step('a learner frees a place', isFilled, freePlace)

const answers = (action: 'accept' | 'decline') =>
  step(`the teacher says ${action} to all that wait`, isFilled, async (world) => {
    for (const { id, status } of rows(await as(world, 'teacher', 'GET /connections')))
      if (status === 'pending') await as(world, 'teacher', `POST /connections/${id}/${action}`, { note: '' })
  })

/** A full teacher, people who wait for a place, and one who asked before. */
export const waitingSteps = [
  ...waitingNames.map(joins),
  ...waitingNames.map(joins),
  ...waitingNames.map(sends),
  ...waitingNames.map(leaves),
  ...[frees, frees, frees, answers('accept'), answers('accept'), answers('decline'), connect],

  step('somebody asks past the waiting list', isFilled, async (world) => {
    const [first] = world.taught
    const others = (await crowd)?.filter((one) => !world.taught.some(({ learner }) => learner === one)) ?? []
    for (const learner of [first?.learner, ...others]) if (learner) await takePlace(world, learner)
  }),

  step('a place is freed while all join and use offers', isFilled, async (world) => {
    await Promise.all([
      freePlace(world),
      join(world, 'classmate'),
      send(world, 'minor'),
      send(world, 'classmate'),
    ])
  }),

  step('two places are freed while an older request is accepted', isFilled, async (world) => {
    const older = rows(await as(world, 'teacher', 'GET /connections')).find(
      ({ status }) => status === 'pending',
    )
    const accept = async () => {
      if (older) await as(world, 'teacher', `POST /connections/${older['id']}/accept`, { note: '' })
    }
    await Promise.all([freePlace(world), freePlace(world), accept()])
  }),

  step(
    'a waiting classmate closes the account',
    (world) => isFilled(world) && world.actors.get('classmate')?.isGone === false,
    async (world) => {
      const who = await actor(world, 'classmate')
      if (isDone(await as(world, 'classmate', 'DELETE /me', { password: who.password }))) who.isGone = true
    },
  ),
]
