import { setBlocks } from '../connections/connection.ts'
import { familyOf } from '../connections/family-of.ts'
import { type UpdateParts, updateConnection } from '../connections/update-connection.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { ThreadStore } from './thread-store.ts'

type Parts = UpdateParts & {
  threads: Pick<ThreadStore, 'find'>
  profiles: Pick<ProfileStore, 'ofPeople' | 'ofPerson'>
}

/** Copies the blocks between the people of a conversation to each connection between any of their accounts. */
export async function copyBlocks(parts: Parts, { data }: { data: { threadId: string } }): Promise<void> {
  const { threads, connections, profiles } = parts
  const thread = await threads.find(data.threadId)
  if (!thread) return
  const family = await profiles.ofPeople(familyOf(thread))
  for (const teacherId of await profiles.ofPerson(thread.teacherId))
    for (const connection of await connections.withFamily(teacherId, family)) {
      const blockedBy = await connections.blocks.between(teacherId, familyOf(connection))
      await updateConnection(parts, connection._id, (found) => setBlocks(found, blockedBy))
    }
}
