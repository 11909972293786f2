import { consentPurposes } from '@darsi/contracts/connections-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { ChildStore } from '../children/child-store.ts'
import { isOfAge } from '../children/coming-of-age.ts'
import type { ConsentStore, Entry } from '../consents/consent-store.ts'
import { isListed, type Profile } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import {
  type Action,
  type Connection,
  comeOfAge,
  fallAway,
  isOpen,
  move,
  realign,
  requested,
  review,
  tick,
} from './connection.ts'
import { connectionEvent } from './connection-event.ts'
import type { ConnectionDocument, ConnectionStore } from './connection-store.ts'
import { flagsOf } from './flags.ts'
import { loadParties, type Parties } from './parties.ts'
import { learnerOf, learnerToday, type Wish, wished } from './request.ts'
import { whatIsGone } from './standing.ts'
import type { UpgradeStore } from './upgrade-store.ts'

export type ConnectionParts = {
  store: ConnectionStore
  profiles: ProfileStore
  children: ChildStore
  consents: ConsentStore
  upgrades: UpgradeStore
  now?: () => Date
}

export type Connections = ReturnType<typeof createConnections>

/** Every way in which a connection begins, moves and ends. */
export function createConnections(parts: ConnectionParts) {
  const { store, profiles, children, consents, upgrades, now = () => new Date() } = parts
  const partiesOf = async (connection: Connection): Promise<Parties> =>
    (await loadParties(parts, [connection]))(connection)

  const apply = async (id: string, decide: Parameters<ConnectionStore['update']>[1]) => {
    const found = await store.find(id)
    if (!found) return null
    const parties = await partiesOf(found)
    return store.update(id, decide, ({ changed, type, by }) =>
      connectionEvent(changed, parties, { type, by, at: now() }),
    )
  }

  /** The consent to one teacher, with all that a connection needs; each purpose can be taken back on its own. */
  const consentTo = async (childId: string, teacherId: string, by: string): Promise<Entry[]> => {
    const given = await Promise.all(
      consentPurposes.map((purpose) => consents.give({ childId, purpose, teacherId, by, at: now() })),
    )
    return given.filter(({ isNew }) => isNew).map(({ entry }) => entry)
  }
  /** Runs what needs the consent; when it comes to nothing, nothing was consented to. */
  const withConsent = async <T>(childId: string, teacherId: string, by: string, run: () => Promise<T>) => {
    const lines = await consentTo(childId, teacherId, by)
    try {
      return await run()
    } catch (error) {
      for (const line of lines) await consents.withdraw(line, by, now())
      throw error
    }
  }

  /** Whoever is linked to a guardian is guarded, also where that was not known yet; but not while handed over. */
  const linkOf = async (studentId: string) => {
    const child = await children.ofAccount(studentId)
    return child && isOfAge(child, now()) ? null : child
  }

  /** Brings a connection in line with what it rests on: accounts, the child, its guardians and consents. */
  const settle = async (connection: ConnectionDocument): Promise<void> => {
    const parties = await partiesOf(connection)
    const { childId, studentId, teacherId } = connection
    const child = childId ? parties.child : studentId ? await linkOf(studentId) : null
    const guardians = [...(await profiles.findAll(child?.guardianIds ?? [])).values()]
    const isConsented = childId !== null && (await consents.stands(childId, 'connect', teacherId))
    // nothing is missing of a consent that is still waited for, or was never needed
    const isAgreed = connection.needs.guardian === 'agreed'
    const learner = learnerToday({ student: parties.student, child }, now())
    const facts = { guardians, isConsented, isMinor: learner.minor }
    const gone = isOpen(connection) ? whatIsGone(connection, parties, facts) : null
    const today = {
      ...learner,
      guardianIds: childId ? guardians.map(({ _id }) => _id) : [],
      videoWithdrawn: childId !== null && isAgreed && !(await consents.stands(childId, 'video', teacherId)),
    }
    const told = gone ? parties : { ...parties, guardians }
    await store.update(
      connection._id,
      (found) => (gone ? fallAway(found, gone, now()) : realign(found, today)),
      ({ changed, type, by }) => connectionEvent(changed, told, { type, by, at: now() }),
    )
  }
  const settleAll = async (connections: readonly ConnectionDocument[]): Promise<void> => {
    for (const connection of connections) await settle(connection)
  }
  /** After a write: what it rests on may have gone while it was written. */
  const settled = async (id: string): Promise<ConnectionDocument> => {
    const written = await store.find(id)
    if (written) await settle(written)
    const found = written && (await store.find(id))
    if (!found) throw problem('not-found')
    return found
  }

  return {
    partiesOf,
    settleAll,
    /** One after the other, and what ended by it again: who may see it is another question. */
    settleChild: async (childId: string): Promise<void> => {
      await settleAll(await store.openOfChildren([childId]))
      await settleAll((await store.ofChild(childId)).filter((connection) => !isOpen(connection)))
    },
    /** Every connection of a child becomes its own account's, those that are over too. */
    comeOfAge: async (childId: string, studentId: string): Promise<void> => {
      const student = await profiles.find(studentId)
      for (const connection of await store.ofChild(childId)) {
        const parties = { ...(await partiesOf(connection)), student, child: null, guardians: [] }
        await store.update(
          connection._id,
          (found) => comeOfAge(found, studentId, now()),
          ({ changed, type, by }) => connectionEvent(changed, parties, { type, by, at: now() }),
        )
      }
    },
    settleParty: async (userId: string) => settleAll(await store.openOfParty(userId)),

    /** @throws problem as the contract names them */
    request: async (caller: Profile, wish: Wish): Promise<ConnectionDocument> => {
      const at = now()
      const learner = await learnerOf(caller, wish, children, at)
      const teacher = (await profiles.findAll([wish.teacherId])).get(wish.teacherId) ?? null
      if (!teacher || !isListed(teacher)) throw problem('not-found')
      const asked = wished(caller, learner, teacher, wish)
      const flags = flagsOf({ message: asked.message, pending: await store.pendingOf(caller._id) })
      const connection = requested({ ...asked, flags }, at)
      const event = connectionEvent(connection, await partiesOf(connection), {
        type: 'connection.requested',
        by: caller._id,
        at,
      })
      const insert = async () => store.insert(connection, event, await upgrades.places(wish.teacherId))
      const { childId } = connection
      const isConsent = childId !== null && connection.needs.guardian === 'agreed'
      await (isConsent ? withConsent(childId, wish.teacherId, caller._id, insert) : insert())
      return settled(connection._id)
    },

    /** @throws problem as `move` does */
    act: async (id: string, by: string, action: Action, note: string): Promise<ConnectionDocument> => {
      const found = await store.find(id)
      if (!found) throw problem('not-found')
      const step = { action, by, note, at: now() }
      move(found, step)
      const run = () => apply(id, (connection) => move(connection, step))
      const { childId } = found
      await (action === 'consent' && childId ? withConsent(childId, found.teacherId, by, run) : run())
      return settled(id)
    },

    /** An administrator's decision; late or repeated it changes nothing. */
    review: async (
      id: string,
      decision: { decision: 'approved' | 'declined'; by: string; notes: string; at: Date },
    ): Promise<void> => {
      const reviewed = await apply(id, (connection) => review(connection, decision))
      if (reviewed) await settled(id)
    },

    /** What the clock has to do; any number of processes may do it at once. @returns how many moved */
    tick: async (at: Date): Promise<number> => {
      let moved = 0
      for (const id of await store.due(at)) if (await apply(id, (connection) => tick(connection, at))) moved++
      return moved
    },
  }
}
