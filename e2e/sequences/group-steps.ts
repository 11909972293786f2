import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { addDays, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import type { GroupAudience } from '@darsi/contracts/rules/groups.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { answersProposals, type Booker, cancels, freeHour, nameOf } from './lesson-steps.ts'
import { step } from './step.ts'
import { actor, as, dataOf, isDone, type Name, rows, type World } from './world.ts'

const isConnected = ({ connection }: Readonly<World>) => connection !== null
const hasGroups = ({ groups }: Readonly<World>) => groups.size > 0

/** The group hours ahead, as this person sees them. */
async function groupsOf(world: World, name: Name): Promise<GroupHour[]> {
  // `as`: the declared answer
  return rows(await as(world, name, 'GET /groups')) as GroupHour[]
}

export const offers = (capacity: number, audience: GroupAudience = 'minors') =>
  step(`the teacher offers a group hour for ${capacity} ${audience}`, isConnected, async (world) => {
    if (world.groups.size === 0) {
      const { version } = dataOf(await as(world, 'teacher', 'GET /me/profile'))
      const roleData = { sessionTypes: ['online', 'group'] }
      await as(world, 'teacher', 'PATCH /me/profile', { version, roleData })
    }
    const free = await freeHour(world, 'teacher', addDays(tunisDay(new Date()), 2))
    if (!free) return
    const hour = { ...free, durationMinutes: 45, type: 'online', price: 10, capacity }
    const body = { subject: 'mathematics', level: 'secondary', audience, ...hour }
    const offered = await as(world, 'teacher', 'POST /groups', body)
    if (isDone(offered)) world.groups.set(String(dataOf(offered)['id']), true)
  })

export const befriends = step(
  'a classmate becomes connected',
  (world) => isConnected(world) && !world.classmate?.isOpen,
  async (world) => {
    const { id: teacherId } = await actor(world, 'teacher')
    const { fullName } = await actor(world, 'minor')
    const body = { teacherId, subject: 'mathematics', message: 'Fractions' }
    const asked = await as(world, 'classmate', 'POST /connections', body)
    if (!isDone(asked)) return
    if (!world.classmate) {
      const others = [...world.actors.keys(), 'father', 'twin'] as const
      const mayRead = () => others.filter((name) => name !== 'classmate')
      world.secrets.push({ text: fullName, what: 'the name of another learner', mayRead })
    }
    const connectionId = String(dataOf(asked)['id'])
    world.classmate = { connectionId, isOpen: true }
    await as(world, 'teacher', `POST /connections/${connectionId}/accept`, { note: '' })
    await eventually(async () => {
      await as(world, 'admin', `PUT /admin/connections/${connectionId}`, { status: 'approved', notes: '' })
      const { status } = dataOf(await as(world, 'classmate', `GET /connections/${connectionId}`))
      return status === 'approved'
    })
  },
)

const ageRefusals: ReadonlySet<string> = new Set(['GROUP_MINORS', 'GROUP_ADULTS'])

/** Asks for a seat in each group hour, also where the answer says that this learner may have none. */
async function join(world: World, who: Booker | 'classmate'): Promise<void> {
  const name = who === 'classmate' ? who : nameOf(world, who)
  if (!name || !world.actors.has(name)) return
  const wished = (await groupsOf(world, name)).flatMap(({ id, choices }) =>
    choices.map(({ connectionId }) => ({ id, connectionId })),
  )
  for (const { id, connectionId } of wished) {
    const body = { connectionId, parentPresent: who === 'guardian' }
    const joined = await as(world, name, `POST /groups/${id}/seats`, body)
    if (ageRefusals.has(String(joined.body['code']))) world.reached.add('kept apart by age')
    if (!isDone(joined)) continue
    world.reached.add('seat taken')
    // `as`: the declared answer
    const { seats, startsAt } = dataOf(joined) as GroupHour
    // a guardian decides about each seat of a minor
    for (const { sessionId } of seats) {
      const hours = world.agreedHours.get(sessionId) ?? new Set()
      world.agreedHours.set(sessionId, who === 'guardian' ? hours.add(startsAt) : hours)
    }
    return
  }
}

export const joins = (who: Booker | 'classmate') =>
  step(`the ${who} takes a seat`, hasGroups, (world) => join(world, who))

async function cancel(world: World): Promise<void> {
  const [group] = await groupsOf(world, 'teacher')
  if (!group) return
  const body = await as(world, 'teacher', `POST /groups/${group.id}/cancel`)
  if (isDone(body)) world.groups.set(group.id, false)
}

/** Group hours of the teacher, with the minor and an adult. */
export const groupSteps = [
  ...[offers(2), offers(2), offers(3), offers(2, 'adults'), befriends],
  ...[joins('classmate'), joins('minor'), joins('guardian')],
  ...[answersProposals(true), answersProposals(true), answersProposals(false)],
  ...[cancels('minor'), cancels('guardian')],

  step('two learners take a seat at once', hasGroups, async (world) => {
    await Promise.all([join(world, 'classmate'), join(world, 'guardian'), join(world, 'minor')])
  }),

  step('the classmate leaves a seat', hasGroups, async (world) => {
    if (!world.classmate) return
    const [seat] = rows(await as(world, 'classmate', 'GET /sessions?status=upcoming'))
    if (seat) await as(world, 'classmate', `POST /sessions/${seat['id']}/cancel`, { reason: 'a sequence' })
  }),

  step(
    'the classmate ends the connection',
    ({ classmate }) => classmate?.isOpen === true,
    async (world) => {
      const { classmate } = world
      const ended = await as(world, 'classmate', `POST /connections/${classmate?.connectionId}/end`, {
        note: '',
      })
      if (classmate && isDone(ended)) classmate.isOpen = false
    },
  ),

  step(
    'the classmate closes the account',
    ({ classmate, actors }) => classmate !== null && actors.get('classmate')?.isGone === false,
    async (world) => {
      const who = await actor(world, 'classmate')
      if (isDone(await as(world, 'classmate', 'DELETE /me', { password: who.password }))) who.isGone = true
    },
  ),

  step('an administrator suspends the teacher', hasGroups, async (world) => {
    const teacher = await actor(world, 'teacher')
    const body = { status: 'suspended', seen: 'approved', notes: 'a sequence' }
    if (isDone(await as(world, 'admin', `PUT /admin/users/${teacher.id}/status`, body))) teacher.isGone = true
  }),

  step('the teacher cancels a group hour', hasGroups, cancel),
  step('the teacher cancels a group hour while a seat is taken', hasGroups, async (world) => {
    await Promise.all([cancel(world), join(world, 'classmate'), join(world, 'guardian')])
  }),
]
