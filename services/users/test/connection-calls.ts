import type { EventInput, EventType } from '@darsi/contracts/events/events.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { deletionOf, suspensionOf } from '@darsi/kit/testing/account-events.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'

import type { World } from './world.ts'

export const hours = 3600 * 1000
export type Fields = Record<string, unknown>

/** The people of a connection and what they call, for the tests of one world. */
export function connectionCalls(world: World) {
  const teacher = (status: 'approved' | 'pending' = 'approved') =>
    world.account('teacher', { fullName: 'Karim Jaziri', status })
  const adult = () =>
    world.account('student', { roleData: { educationLevel: 'university', birthYear: 1999 } })
  const minor = () =>
    world.account('student', {
      fullName: 'Amina Ben Salah',
      roleData: { educationLevel: 'secondary', currentGrade: 'secondary-2', birthYear: 2011 },
    })
  const parent = () => world.account('parent', { fullName: 'Salma Ben Salah' })

  const ask = (as: Identity, whom: Identity, more: object = {}) =>
    world.call('POST /connections', {
      as,
      body: { teacherId: whom.userId, subject: 'mathematics', message: 'Bonjour', ...more },
    })
  const act = (as: Identity, id: string, action: string, note = '') =>
    world.call(`POST /connections/${id}/${action}`, { as, body: { note } })
  const read = async (as: Identity, id: string) => dataOf(await world.call(`GET /connections/${id}`, { as }))
  const list = async (as: Identity, query = '') =>
    (await world.call(`GET /connections${query}`, { as })).body as {
      data: (Fields & { id: string })[]
      total: number
      pending: number
      nextCursor: string | null
    }
  const addChild = async (as: Identity, more: object = {}) =>
    dataOf(
      await world.call('POST /children', {
        as,
        body: { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary', grade: 'primary-5', ...more },
      }),
    ).id
  const eventsOf = <K extends EventType>(type: K, id: string, atLeast = 1) =>
    world.kafka.published(type, id, atLeast)
  const review = (id: string, decision: 'approved' | 'declined', sequence = 1, notes = '') =>
    world.kafka.publish('admin', id, sequence, {
      type: 'connection.reviewed',
      data: { connectionId: id, decision, by: 'admin', at: new Date().toISOString() },
      personal: { notes },
    })
  /** The teacher accepts, and an administrator approves the connection of a minor. */
  const approve = async (as: Identity, id: string) => {
    await act(as, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(as, id))['status'] === 'approved')
  }
  const decided = (
    as: Identity,
    type: 'user.suspended' | 'user.reinstated' | 'user.deletion-requested',
    sequence = 1,
  ) => {
    const account = { userId: as.userId, role: as.role }
    const event: EventInput =
      type === 'user.suspended' ? suspensionOf(account) : { ...deletionOf(account), type }
    return world.kafka.publish('admin', as.userId, sequence, event)
  }
  const connected = async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = dataOf(await ask(s, t))
    await act(t, id, 'accept')
    return { t, s, id }
  }
  const family = async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    return { t, p, childId: await addChild(p) }
  }
  const tokenMailed = async (student: Identity) => {
    const { _id } = await eventually(() =>
      world.links.collection.findOne({ studentId: student.userId, isVoid: false }),
    )
    const [event] = await eventsOf('guardian.invited', String(_id))
    return event?.personal.token ?? ''
  }
  /** A minor with an account and a guardian. */
  const minorWithGuardian = async () => {
    const [t, s, p] = await Promise.all([teacher(), minor(), parent()])
    await world.call('POST /me/guardian', { as: s, body: { email: 'salma@example.tn' } })
    await world.call('POST /children/link', { as: p, body: { token: await tokenMailed(s) } })
    return { t, s, p }
  }
  return {
    minorWithGuardian,
    teacher,
    adult,
    minor,
    parent,
    ask,
    act,
    read,
    list,
    addChild,
    eventsOf,
    review,
    approve,
    decided,
    connected,
    family,
    tokenMailed,
  }
}
