import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import { pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import type { Homework, HomeworkState } from './homework.ts'

export type HomeworkDocument = Homework & Outboxed

type Wanted = {
  threadIds: readonly string[]
  state?: Exclude<HomeworkState, 'withdrawn'> | undefined
  limit: number
  cursor?: string | undefined
}

/** @param record stores every text that was written, also one that the next write replaced */
export function createHomeworkStore(
  database: Connection,
  outbox: Outbox,
  record: (homework: HomeworkDocument) => Promise<void>,
) {
  const homework = collection<HomeworkDocument>(database, 'homework', [
    { key: { threadId: 1, dueAt: -1 } },
    { key: { teacherId: 1 } },
    { key: { 'handIn.by': 1 }, sparse: true },
    { key: { dueAt: 1 }, partialFilterExpression: { state: 'open', remindedAt: null } },
    outboxIndex,
  ])

  const update = async (
    id: string,
    decide: (found: HomeworkDocument) => Homework | null,
    eventOf: (changed: Homework) => EventInput,
  ): Promise<HomeworkDocument | null> => {
    const replaced: { homework?: HomeworkDocument } = {}
    const updated = await outbox.update(homework, id, (found) => {
      const changed = decide(found)
      if (!changed) return null
      replaced.homework = found
      const { sealed, files, state, handIn, mark, remindedAt } = changed
      return { update: { $set: { sealed, files, state, handIn, mark, remindedAt } }, event: eventOf(changed) }
    })
    // what was replaced: its own write may have crashed before it was stored
    if (updated && replaced.homework) await record(replaced.homework)
    if (updated) await record(updated)
    return updated
  }

  return {
    collection: homework,
    update,

    find: (id: string) => homework.findOne({ _id: id, state: { $ne: 'withdrawn' } }),

    /** Once per id: a repetition changes nothing and has no event. */
    insert: async (document: Homework & { _id: string }, event: EventInput): Promise<void> => {
      if (!(await inserted(outbox.insert(homework, document, event)))) return
      const set = await homework.findOne({ _id: document._id })
      if (set) await record(set)
    },

    /** What is open by its due date, so that the most urgent comes first; all others with the newest due date first. */
    page: ({ threadIds, state, limit, cursor }: Wanted) =>
      pageOf(homework, {
        filter: { threadId: { $in: [...threadIds] }, state: state ?? { $ne: 'withdrawn' } },
        order: [
          ['dueAt', 'time', state === 'open' ? 1 : -1],
          ['_id', 'text', 1],
        ],
        limit,
        cursor,
      }),

    dueBefore: (before: Date, now: Date): Promise<HomeworkDocument[]> =>
      homework
        .find({ state: 'open', remindedAt: null, dueAt: { $gt: now, $lte: before } }, { limit: 200 })
        .toArray(),

    ofThreads: (threadIds: readonly string[]) =>
      homework.find({ threadId: { $in: [...threadIds] }, state: { $ne: 'withdrawn' } }),

    /**
     * What a teacher gave is withdrawn with the account; what a learner or guardian handed in is emptied. Events that
     * wait to be sent stay in the documents.
     * @param kept conversations that its guardians read
     */
    erase: async (userId: string, emptyText: string, kept: readonly string[]): Promise<void> => {
      const empty = { sealed: emptyText, files: [], handIn: null, mark: null }
      await homework.updateMany(
        { teacherId: userId },
        { $set: { ...empty, state: 'withdrawn' }, $inc: { v: 1 } },
      )
      const emptied = { ...emptyHandIn(emptyText), 'handIn.by': 'erased' }
      const handedIn = { 'handIn.by': userId, threadId: { $nin: [...kept] } }
      await homework.updateMany(handedIn, { $set: emptied, $inc: { v: 1 } })
    },

    /** Empties the texts about an erased learner: what a learner or guardian handed in, and the comments of marks. */
    eraseLearner: async (threadIds: readonly string[], emptyText: string): Promise<void> => {
      const ofThreads = { threadId: { $in: [...threadIds] } }
      await homework.updateMany(
        { ...ofThreads, handIn: { $type: 'object' } },
        { $set: emptyHandIn(emptyText), $inc: { v: 1 } },
      )
      await homework.updateMany(
        { ...ofThreads, mark: { $type: 'object' } },
        { $set: { 'mark.sealed': emptyText }, $inc: { v: 1 } },
      )
    },
  }
}

export type HomeworkStore = ReturnType<typeof createHomeworkStore>

const emptyHandIn = (emptyText: string) => ({ 'handIn.sealed': emptyText, 'handIn.files': [] })
