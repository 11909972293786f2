import { type CancelParts, closeGroup } from './cancel-group.ts'
import { dueMove } from './group.ts'
import type { GroupDocument } from './group-store.ts'

type Parts = CancelParts & { now: () => Date }

/**
 * Warns teachers a day before that learners are missing, and cancels groups that are too small. Continues what a
 * stopped process left undone. Several processes may run it at once.
 */
export async function decideGroups(parts: Parts): Promise<void> {
  for (const group of await parts.groups.due()) await decide(parts, group)
  for (const group of await parts.groups.closing()) await closeGroup(parts, group)
}

async function decide(parts: Parts, group: GroupDocument): Promise<void> {
  const seats = await parts.lessons.ofGroups([group._id])
  const move = dueMove(group, seats, parts.now())
  if (!move) return parts.groups.plan(group, {})
  if (!move.happened) return parts.groups.plan(group, move.changes)
  const updated = await parts.groups.update(group, (current, at) => {
    const now = dueMove(current, seats, at)
    return now?.happened ? now : null
  })
  if (updated?.closingAt) await closeGroup(parts, updated)
}
