import type { DarsiEvent, EventType } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import type { Change } from './changes.ts'
import { setBlocks } from './connections/connection.ts'
import { familyOf } from './connections/connection-parties.ts'
import { pauseLikePair } from './connections/pauses/pause-connections.ts'
import { settleChild, settleConnection, settleStudent } from './connections/settle-connections.ts'
import { updateConnection } from './connections/update-connection.ts'
import { keepWaitingGuardians, removeErasedGuardians, syncChild } from './families/sync-child.ts'
import { eraseHomeworkOfErased, eraseLearnerHomework } from './homework/homework-commands.ts'
import { recordHomeworkOf } from './homework/record-homework.ts'
import { followProofs } from './proofs/proof-commands.ts'
import { followPlaces } from './requests/offer-places.ts'
import { endWaiting, sendDrafts } from './requests/waiting-commands.ts'
import type { Stores } from './stores.ts'
import { followAnswer, followLearner, followProfile } from './teachers/search-updates.ts'
import { reportHeldMessage, reportHeldRequest } from './threads/held-reports.ts'
import { recordMessage } from './threads/record-message.ts'
import { reportHomeworkSecrecy, reportNoteSecrecy } from './threads/secrecy-reports.ts'
import { followConnection, leaveClosedThreads } from './threads/thread-commands.ts'
import { recordNote, recordRequest } from './utterances/connection-words.ts'

type Now<T extends Change['type']> = (parts: Stores, change: Extract<Change, { type: T }>) => Promise<unknown>
type Later<T extends EventType> = (parts: Stores, event: DarsiEvent<T>) => Promise<unknown>

/**
 * What follows from each change, in order.
 * `now`: in this process after the write, before the call is answered, because the answer or the next read needs it.
 * `later`: when the event arrives by Kafka, so that no crash loses it.
 * A function in both repeats after a crash what did not happen in time. Every function may be repeated.
 */
const rows = [
  row('user.profile-changed', { now: [followProfile, settleStudent], later: [followProfile, settleStudent] }),
  row('user.preferences-changed', { now: [followProfile], later: [followProfile] }),
  row('proof.decided', { now: [followProofs], later: [followProofs] }),
  row('proof.withdrawn', { now: [followProofs] }),
  local('child.changed', removeErasedGuardians, keepWaitingGuardians, syncChild),
  local('places.changed', followPlaces),
  row('consent.given', { now: [settleChild] }),
  row('consent.withdrawn', { now: [settleChild] }),
  row('connection.requested', {
    now: [recordRequest, pauseLikePair, settleConnection],
    later: [recordRequest, endWaiting, reportHeldRequest],
  }),
  row('connection.agreed', {
    now: [recordNote, settleConnection],
    later: [recordNote, reportNoteSecrecy, followAnswer, followPlaces],
  }),
  row('connection.approved', {
    now: [recordNote, settleConnection],
    later: [recordNote, followAnswer, followLearner, followConnection, followPlaces, reportNoteSecrecy],
  }),
  row('connection.declined', {
    now: [recordNote],
    later: [recordNote, reportNoteSecrecy, followAnswer, followPlaces],
  }),
  row('connection.cancelled', { now: [recordNote], later: [recordNote, followPlaces] }),
  row('connection.expired', { later: [followPlaces] }),
  row('connection.changed', { later: [followConnection, eraseHomeworkOfErased] }),
  row('connection.ended', {
    now: [recordNote],
    later: [recordNote, reportNoteSecrecy, followConnection, eraseHomeworkOfErased, followPlaces],
  }),
  row('connection.suspended', { later: [followConnection, eraseHomeworkOfErased] }),
  row('connection.reopened', { now: [settleConnection], later: [followConnection, eraseHomeworkOfErased] }),
  row('place.lapsed', { later: [followPlaces] }),
  row('thread.changed', { now: [copyBlocks], later: [copyBlocks] }),
  row('message.sent', { now: [recordMessage], later: [recordMessage, reportHeldMessage] }),
  row('homework.set', { later: [recordHomeworkOf, reportHomeworkSecrecy] }),
  row('homework.handed-in', { later: [recordHomeworkOf] }),
  row('homework.marked', { later: [recordHomeworkOf, reportHomeworkSecrecy] }),
  row('guardian.joined', { later: [sendDrafts] }),
  row('guardian.left', { later: [voidTransfers, leaveConversations] }),
]

/** Runs the reactions that belong to the write. */
export async function react(parts: Stores, change: Change): Promise<void> {
  for (const { now } of rows) await now(parts, change)
}

/** The handlers of this service's own events. */
export const ownConsumers = (parts: Stores): Consumes =>
  Object.assign({}, ...rows.map(({ later }) => later(parts)))

function row<T extends EventType>(
  type: T,
  { now = [], later = [] }: { now?: readonly Now<T>[]; later?: readonly Later<T>[] },
) {
  const handle = (parts: Stores) => async (event: DarsiEvent<T>) => {
    for (const reaction of later) await reaction(parts, event)
  }
  return {
    ...local(type, ...now),
    later: (parts: Stores): Consumes => (later.length === 0 ? {} : handles([type], handle(parts))),
  }
}

/** Reactions to a change that has no event. */
function local<T extends Change['type']>(type: T, ...reactions: readonly Now<T>[]) {
  const isIts = (change: Change): change is Extract<Change, { type: T }> => change.type === type
  return {
    now: async (parts: Stores, change: Change): Promise<void> => {
      if (isIts(change)) for (const reaction of reactions) await reaction(parts, change)
    },
    later: (_: Stores): Consumes => ({}),
  }
}

function voidTransfers({ transfers }: Stores, { data }: DarsiEvent<'guardian.left'>) {
  return transfers.voidUnused(data.childId, new Date(data.at))
}

/** A guardian who left also leaves the closed conversations of the child; an erased child's homework is removed. */
async function leaveConversations(parts: Stores, { data }: DarsiEvent<'guardian.left'>): Promise<void> {
  await eraseLearnerHomework(parts, await leaveClosedThreads(parts, data))
}

/** Copies the blocks between the people of a conversation to each connection between any of their accounts. */
async function copyBlocks(parts: Stores, { data }: { data: { threadId: string } }): Promise<void> {
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
