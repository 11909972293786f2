import { setBlocks } from '../connections/connection.ts'
import { type UpdateParts, updateConnection } from '../connections/update-connection.ts'
import type { ThreadStore } from './thread-store.ts'

/** The connection takes a thread's blocks to the other services, and to the pair's other connections. */
export async function copyBlocks(
  parts: UpdateParts & { threads: Pick<ThreadStore, 'find'> },
  { data }: { data: { threadId: string } },
): Promise<void> {
  // the newest ones: the event may be late
  const thread = await parts.threads.find(data.threadId)
  if (thread)
    await updateConnection(parts, data.threadId, (connection) => setBlocks(connection, thread.blockedBy))
}
