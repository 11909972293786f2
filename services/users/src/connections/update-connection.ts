import type { Alternatives } from '../teachers/alternatives.ts'
import type { Moved } from './connection.ts'
import { connectionEvent } from './connection-event.ts'
import { type Parties, type PartyParts, partiesOf } from './connection-parties.ts'
import type { ConnectionDocument } from './connection-queries.ts'
import type { ConnectionStore } from './connection-store.ts'

export type UpdateParts = PartyParts & {
  connections: ConnectionStore
  alternatives: Alternatives
  now: () => Date
}
type Decide = (connection: ConnectionDocument) => Moved | null

/**
 * Applies a rule of `connection.ts` and publishes its event.
 * @returns null when there is no such connection or the rule changes nothing
 */
export async function updateConnection(
  parts: UpdateParts,
  id: string,
  decide: Decide,
): Promise<ConnectionDocument | null> {
  const { connections, alternatives } = parts
  const found = await connections.find(id)
  if (!found) return null
  // decided once more in the write: another change may come between
  const next = decide(found)?.type
  const isRefused = next === 'connection.declined' || next === 'connection.expired'
  const instead = isRefused ? (await alternatives(found)).map(({ name }) => name) : []
  return updateWithParties(parts, id, decide, { parties: await partiesOf(parts, found), instead })
}

/** As `updateConnection`, for callers who know the parties whose names the event carries. */
export async function updateWithParties(
  { connections, now }: Pick<UpdateParts, 'connections' | 'now'>,
  id: string,
  decide: Decide,
  { parties, instead = [] }: { parties: Parties; instead?: string[] },
): Promise<ConnectionDocument | null> {
  return connections.update(id, decide, ({ changed, type, by, released }) =>
    connectionEvent(changed, parties, { type, by, released, at: now(), instead }),
  )
}
