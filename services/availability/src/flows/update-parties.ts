import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonStore } from '../lessons/lesson-store.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { ReportStore } from '../reports/report-store.ts'

type Parts = { lessons: LessonStore; reports: ReportStore }

/** The lessons and reports of a connection get its parties, and lose their texts when the child was erased. */
export async function updateParties({ lessons, reports }: Parts, row: ConnectionRow): Promise<void> {
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
  parts: Parts & { lessons: LessonQueries; parties: PartyQueries },
  userId: string,
): Promise<void> {
  const { lessons, parties } = parts
  const { connections } = await parties.rowsOf(await lessons.ofChildren(userId))
  for (const row of connections.values()) if (isErasedChild(row)) await updateParties(parts, row)
}
