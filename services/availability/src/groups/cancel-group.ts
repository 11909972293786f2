import { problem } from '@darsi/kit/http/problem.ts'
import { type Lesson, statusesAhead } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonStore } from '../lessons/lesson-store.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { cancelGroup, cancelRefusal, type Group, type GroupCause } from './group.ts'
import type { GroupQueries } from './group-queries.ts'
import type { GroupStore } from './group-store.ts'

export type CancelParts = {
  groups: GroupStore & GroupQueries
  lessons: LessonStore & LessonQueries
}

/** The teacher cancels the hour with all its seats. @throws problem with the reason */
export async function cancelByTeacher(parts: CancelParts, group: Group): Promise<void> {
  const updated = await parts.groups.update(group, (current, at) => {
    const refusal = cancelRefusal(current, at)
    if (refusal) throw problem(refusal)
    return cancelGroup(current, 'group-cancelled', at)
  })
  if (updated) await closeGroup(parts, updated)
}

/** The teacher's account is suspended or erased. */
export async function cancelGroupsOf(
  parts: CancelParts,
  teacherId: string,
  cause: GroupCause,
): Promise<void> {
  for await (const group of parts.groups.eachOpenOf(teacherId)) {
    const updated = await parts.groups.update(group, (current, at) => cancelGroup(current, cause, at))
    if (updated) await closeGroup(parts, updated)
  }
}

/** Every family gets a mail of its own. May run any number of times. */
export async function closeGroup(
  { groups, lessons }: CancelParts,
  { _id, cause, teacherId }: Group,
): Promise<void> {
  if (!cause) return
  const by = cause === 'group-cancelled' ? teacherId : null
  for (const seat of await lessons.ofGroups([_id]))
    if (statusesAhead.includes(seat.status)) await lessons.fallAway([seat], { cause, by })
  await groups.close(_id)
}

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
