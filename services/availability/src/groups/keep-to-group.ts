import type { Lesson } from '../lessons/lesson.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { type CancelParts, cancelGroupsOf } from './cancel-group.ts'
import type { Group } from './group.ts'

/** Cancels a seat whose group was cancelled. Read after the seat's write: a later cancellation finds the seat. */
export async function keepToGroup(
  { groups, lessons }: CancelParts,
  { _id, groupId }: Pick<Lesson, '_id' | 'groupId'>,
): Promise<void> {
  const group = groupId ? await groups.find(groupId) : null
  if (!group?.cause) return
  const seat = await lessons.find(_id)
  if (seat) await lessons.fallAway([seat], { cause: group.cause })
}

/** Cancels a group whose teacher was suspended or erased before it was written. */
export async function keepToTeacher(
  parts: CancelParts & { parties: PartyQueries },
  { teacherId }: Pick<Group, 'teacherId'>,
): Promise<void> {
  if (!(await parts.parties.isSuspended([teacherId]))) return
  await cancelGroupsOf(parts, teacherId, 'account-suspended')
  const isErased = (await parts.parties.peopleOf([teacherId])).get(teacherId)?.erasedAt
  if (isErased) await parts.groups.erase(teacherId)
}
