import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { sentFileDays } from '@darsi/contracts/rules/files.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type MaterialParts, removeUpload } from '../materials/material-commands.ts'
import type { MaterialDocument } from '../materials/material-store.ts'
import type { Thread } from './thread.ts'
import type { ThreadStore } from './thread-store.ts'

export type OwnFileParts = Pick<MaterialParts, 'uploads' | 'materials' | 'files' | 'now'> & {
  threads: Pick<ThreadStore, 'find' | 'findAll'>
}

/** Files until then may be removed, and hidden ones no longer count. */
export const oldEnough = (now: Date): Date => new Date(now.getTime() - sentFileDays * dayMs)

/**
 * Sent files that their sender may remove, the largest first: not those of a paused conversation, which an administrator
 * may have to read, nor of one that is kept for the guardians.
 */
export async function removableFiles(
  { materials, threads, now }: OwnFileParts,
  by: string,
): Promise<MaterialDocument[]> {
  const found = await materials.shownBefore(by, oldEnough(now()))
  const ids = [...new Set(found.map(({ threadId }) => threadId ?? ''))]
  const open = new Set((await threads.findAll(ids)).filter(mayChange).map(({ connectionId }) => connectionId))
  return found.filter(({ threadId }) => threadId !== null && open.has(threadId))
}

/**
 * An upload, an unsent file, or one that was sent more than 30 days ago. A minor's conversation keeps it as evidence,
 * hidden from everyone. @throws problem `not-found`
 */
export async function removeOwnFile(parts: OwnFileParts, by: string, id: string): Promise<void> {
  const { materials, threads, now } = parts
  const material = await materials.find(id)
  if (!material || material.by !== by || material.threadId === null) return removeUpload(parts, by, id)
  const thread = await threads.find(material.threadId)
  if (!thread || !mayChange(thread) || material.at > oldEnough(now())) throw problem('not-found')
  if (thread.minor) await materials.hide({ _id: id })
  else await materials.remove({ _id: id, by })
}

const mayChange = ({ status, kept }: Pick<Thread, 'status' | 'kept'>): boolean =>
  status !== 'suspended' && !kept
