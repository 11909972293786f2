import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { Parts } from '../parts.ts'

type Stores = Pick<Parts, 'lessons' | 'reports'>

/** The lessons and reports of a connection get its parties, and lose their texts when the child was erased. */
export async function updateParties({ lessons, reports }: Stores, row: ConnectionRow): Promise<void> {
  await reports.updateParties(row)
  // last: `eraseChildrenOf` finds the connection by its lessons
  await lessons.updateParties(row)
}

/**
 * Erases the texts about children without an account of whom this erased account was the last guardian. `users` sends
 * no event about a connection that it has removed. To be called before the account leaves the lessons: a repeated event
 * finds the children by them.
 */
export async function eraseChildrenOf(
  parts: Stores & Pick<Parts, 'lessonQueries' | 'partyQueries'>,
  userId: string,
): Promise<void> {
  const { lessonQueries, partyQueries } = parts
  const { connections } = await partyQueries.rowsOf(await lessonQueries.ofChildren(userId))
  for (const row of connections.values()) if (isErasedChild(row)) await updateParties(parts, row)
}
