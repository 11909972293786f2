import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Child, HeldFields } from '../children/child.ts'
import { contactsOf, type Profile } from '../profiles/profile.ts'

/** The guardians of the earlier account, and the age that the new one stated, which waits for their agreement. */
export type EarlierAccount = { guardianIds: string[]; stated: HeldFields | null }

/**
 * Per child, its announced guardians and those who left; per account (`account-<id>`), the link that brought its first
 * guardian and the child that later ones share.
 */
type History = Outboxed & {
  /** Of an account whose owner was a minor before, with another account (returned-minor.ts). */
  earlier?: EarlierAccount
  known: string[]
  /** Those who left. */
  former: string[]
  accountId: string | null
  linkId: string | null
  childId: string | null
  /** When the guardians were told that the account was closed. */
  leftAt: Date | null
}
type Guarded = Pick<Child, '_id' | 'firstName' | 'accountId' | 'guardianIds'>
type People = ReadonlyMap<string, Profile>

/**
 * Announces every guardian who joins or leaves a child. It compares the child's guardians with the announced ones, so
 * a crash loses no announcement and a repetition sends none twice.
 */
export function createGuardianHistoryStore(database: Connection, outbox: Outbox) {
  const histories = collection<History>(database, 'guardianbooks', [outboxIndex])
  const create = (_id: string, { accountId = null, linkId = null }: Partial<History>): Promise<boolean> =>
    insertOnce(histories, {
      ...{ _id, known: [], former: [], accountId, linkId, childId: null, leftAt: null },
      ...{ v: 0, outbox: [] },
    })

  return {
    collection: histories,

    /** @param peopleOf looks up present and former guardians, as far as their accounts exist */
    announceChanges: async (
      child: Guarded,
      peopleOf: (ids: readonly string[]) => Promise<People>,
      at: Date,
    ): Promise<void> => {
      const { _id, accountId, guardianIds } = child
      const history = await histories.findOne({ _id })
      if (!history) await create(_id, { accountId })
      const people = await peopleOf([...guardianIds, ...(history?.known ?? [])])
      // one event per guardian
      while (await outbox.update(histories, _id, (found) => nextAnnouncement(child, found, people, at)));
    },

    /** Once per child. @param event `learner.left` */
    announceLeft: async (_id: string, event: EventInput, at: Date): Promise<void> => {
      await create(_id, {})
      await outbox.update(histories, _id, ({ leftAt }) =>
        leftAt ? null : { update: { $set: { leftAt: at } }, event },
      )
    },

    /** The account that takes over the child's data: the announcements of its guardians' departure name it. */
    noteAccount: async (_id: string, accountId: string): Promise<void> => {
      await histories.updateOne({ _id }, { $set: { accountId } })
    },

    /** True for the link that brings an account its very first guardian, also when it is used again. */
    isFirstLink: async (accountId: string, linkId: string): Promise<boolean> => {
      const _id = accountHistoryId(accountId)
      if (await create(_id, { linkId })) return true
      return (await histories.findOne({ _id }))?.linkId === linkId
    },

    /**
     * The child that guardians of the account share who join at the same moment, when it had no child.
     * @param proposed is noted unless one is noted that was not erased
     */
    sharedChild: async (
      accountId: string,
      proposed: string,
      isErased: (childId: string) => Promise<boolean>,
    ): Promise<string> => {
      const _id = accountHistoryId(accountId)
      const { childId = null } = (await histories.findOne({ _id })) ?? {}
      if (childId && !(await isErased(childId))) return childId
      await histories.updateOne({ _id, childId }, { $set: { childId: proposed } })
      return (await histories.findOne({ _id }))?.childId ?? proposed
    },

    /** From now on the account has had guardians: no link brings it a first one. */
    noteEarlier: async (accountId: string, { guardianIds, stated }: EarlierAccount): Promise<void> => {
      const _id = accountHistoryId(accountId)
      await create(_id, {})
      await histories.updateOne({ _id }, { $set: { earlier: { guardianIds, stated } } })
    },

    earlierOf: async (accountId: string): Promise<EarlierAccount | null> =>
      (await histories.findOne({ _id: accountHistoryId(accountId) }))?.earlier ?? null,

    wasGuarded: async (accountId: string): Promise<boolean> =>
      (await histories.countDocuments({ _id: accountHistoryId(accountId) })) > 0,

    erase: async (accountId: string): Promise<void> => {
      await histories.deleteOne({ _id: accountHistoryId(accountId) })
    },
  }
}

export type GuardianHistoryStore = ReturnType<typeof createGuardianHistoryStore>

const accountHistoryId = (accountId: string): string => `account-${accountId}`

/** Who guards a child as announced, and who did before. The child's own list may lag behind the history. */
export function guardianshipState(
  { _id, accountId }: Pick<Guarded, '_id' | 'accountId'>,
  { known, former }: Pick<History, 'known' | 'former'>,
  at: Date,
): EventInput {
  const data = { childId: _id, ...(accountId && { accountId }), guardianIds: known, formerIds: former }
  return { type: 'guardian.known', data: { ...data, at: at.toISOString() } }
}

/** The announcement of one guardian who joined or left; null when all are announced. */
function nextAnnouncement(child: Guarded, history: History, people: People, at: Date) {
  const { _id, firstName, guardianIds } = child
  const { known } = history
  const joined = guardianIds.find((userId) => !known.includes(userId))
  const left = known.find((userId) => !guardianIds.includes(userId))
  const guardianId = joined ?? left
  if (!guardianId) return null
  // an erased child no longer names its account
  const accountId = child.accountId ?? history.accountId
  const event: EventInput = {
    type: joined ? 'guardian.joined' : 'guardian.left',
    data: {
      childId: _id,
      ...(accountId && { accountId }),
      guardianId,
      guardianIds: [...guardianIds],
      at: at.toISOString(),
    },
    personal: {
      childName: firstName,
      guardianName: people.get(guardianId)?.fullName ?? '',
      guardians: contactsOf(people, guardianIds),
    },
  }
  const announced = joined ? [...known, joined] : known.filter((userId) => userId !== left)
  const update = {
    $set: { known: announced, ...(accountId && { accountId }) },
    ...(left && !joined && { $addToSet: { former: left } }),
  }
  return { update, event }
}
