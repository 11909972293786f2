import type { Alternatives } from '../teachers/alternatives.ts'
import type { Moved } from './connection.ts'
import type { ConnectionDocument } from './connection-document.ts'
import { connectionEvent } from './connection-event.ts'
import { type Parties, type PartyParts, partiesOf } from './connection-parties.ts'
import type { ConnectionStore } from './connection-store.ts'

export type UpdateParts = PartyParts & {
  connections: ConnectionStore
  alternatives: Alternatives
  now: () => Date
}

/**
 * Applies a rule of `connection.ts` and publishes its event.
 * @param parties whose names the event carries; looked up when not given
 * @returns null when there is no such connection or the rule changes nothing
 */
export async function updateConnection(
  parts: UpdateParts,
  id: string,
  decide: (connection: ConnectionDocument) => Moved | null,
  parties?: Parties,
): Promise<ConnectionDocument | null> {
  const { connections, alternatives, now } = parts
  const found = parties ? null : await connections.find(id)
  const named = parties ?? (found && (await partiesOf(parts, found)))
  if (!named) return null
  // decided once more in the write: another change may come between
  const next = found && decide(found)?.type
  const isRefused = next === 'connection.declined' || next === 'connection.expired'
  const instead = found && isRefused ? (await alternatives(found)).map(({ name }) => name) : []
  return connections.update(id, decide, ({ changed, type, by }) =>
    connectionEvent(changed, named, { type, by, at: now(), instead }),
  )
}
