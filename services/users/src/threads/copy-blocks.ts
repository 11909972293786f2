import { familyOf } from '@darsi/contracts/rules/blocks.ts'
import { setBlocks } from '../connections/connection.ts'
import { type UpdateParts, updateConnection } from '../connections/update-connection.ts'
import type { ThreadStore } from './thread-store.ts'

/** The connections of the conversation's people take the blocks between them to their conversations and other services. */
export async function copyBlocks(
  parts: UpdateParts & { threads: Pick<ThreadStore, 'find'> },
  { data }: { data: { threadId: string } },
): Promise<void> {
  const { threads, connections } = parts
  const thread = await threads.find(data.threadId)
  if (!thread) return
  for (const connection of await connections.withFamily(thread.teacherId, familyOf(thread))) {
    const blockedBy = await connections.blocks.between(connection.teacherId, familyOf(connection))
    await updateConnection(parts, connection._id, (found) => setBlocks(found, blockedBy))
  }
}
