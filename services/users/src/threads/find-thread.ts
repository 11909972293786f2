import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Connection } from '../connections/connection.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { type Part, partOf } from './thread.ts'
import type { ThreadDocument } from './thread-document.ts'
import type { ThreadStore } from './thread-store.ts'

/**
 * With the status of the connection itself: the event that copies it to the thread may be late.
 * @throws problem `not-found` for a person who is no member, or left the connection
 */
export async function findThreadOf(
  {
    threads,
    connections,
  }: { threads: Pick<ThreadStore, 'find'>; connections: Pick<ConnectionStore, 'find'> },
  id: string,
  userId: string,
): Promise<{ thread: ThreadDocument; part: Part }> {
  const [found, connection] = await Promise.all([threads.find(id), connections.find(id)])
  const thread = found && readableThread(found, connection, userId)
  if (!thread) throw problem('not-found')
  return { thread, part: partOf(thread, userId) }
}

/** The newest threads of a person, as `findThreadOf` finds each. */
export async function threadsOf(
  {
    threads,
    connections,
  }: { threads: Pick<ThreadStore, 'ofMember'>; connections: Pick<ConnectionStore, 'byIds'> },
  userId: string,
): Promise<ThreadDocument[]> {
  const found = await threads.ofMember(userId)
  const rows = await connections.byIds(found.map(({ connectionId }) => connectionId))
  const byId = new Map(rows.map((connection) => [connection._id, connection]))
  return found.flatMap((thread) => readableThread(thread, byId.get(thread.connectionId), userId) ?? [])
}

/** Null for a person who left the connection. */
function readableThread(
  thread: ThreadDocument,
  connection: Connection | null | undefined,
  userId: string,
): ThreadDocument | null {
  if (connection && !partyIdsOf(connection).includes(userId)) return null
  return { ...thread, status: connection?.status ?? thread.status }
}
