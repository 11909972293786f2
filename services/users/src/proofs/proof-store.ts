import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import type { Changed, Proof } from './proof.ts'

/** The proofs of one teacher; the id is the teacher's. `waitingSince` is set while one waits. */
type ProofFile = Outboxed & { proofs: Proof[]; waitingSince: Date | null; erasedAt: Date | null }

export type ProofStore = ReturnType<typeof createProofStore>
type ProofEvent = EventInput<
  'proof.uploaded' | 'proof.withdrawn' | 'proof.viewed' | 'proof.decided' | 'proof.due'
>

export function createProofStore(database: Connection, outbox: Outbox) {
  const files = collection<ProofFile>(database, 'prooffiles', [
    { key: { waitingSince: 1, _id: 1 }, partialFilterExpression: { waitingSince: { $type: 'date' } } },
    { key: { 'proofs.decision.at': 1 }, sparse: true },
    { key: { 'proofs.file.key': 1 }, sparse: true },
    outboxIndex,
  ])

  /** Idempotent. */
  const open = async (teacherId: string): Promise<void> => {
    const empty = { proofs: [], waitingSince: null, erasedAt: null, outbox: [] }
    await inserted(files.updateOne({ _id: teacherId }, { $setOnInsert: empty }, { upsert: true }))
  }

  return {
    collection: files,
    open,

    of: async (teacherId: string): Promise<readonly Proof[]> =>
      (await files.findOne({ _id: teacherId }))?.proofs ?? [],

    /** Proofs with the events that led to them; teachers who have a document keep it. */
    insertMany: (rows: readonly FinishedFile[]) => outbox.insertMany(files, rows.map(finishedFile)),

    /** @returns the changed proofs, or null when there is no file, it is erased, or `decide` changes nothing */
    update: async (
      teacherId: string,
      decide: (proofs: readonly Proof[]) => Changed | null,
      eventOf: (changed: Changed) => ProofEvent,
    ): Promise<Changed | null> => {
      let changed: Changed | null = null
      const written = await outbox.update(files, teacherId, ({ proofs, erasedAt }) => {
        changed = erasedAt ? null : decide(proofs)
        if (!changed) return null
        const $set = { proofs: changed.proofs, waitingSince: waitingSince(changed.proofs) }
        return { update: { $set }, event: eventOf(changed) }
      })
      return written ? changed : null
    },

    waiting: ({ limit, cursor }: { limit: number; cursor?: string | undefined }) =>
      pageOf(files, {
        filter: { waitingSince: { $type: 'date' } },
        order: byTime('waitingSince', 1),
        limit,
        cursor,
      }),

    hasFile: async (key: string): Promise<boolean> =>
      (await files.countDocuments({ 'proofs.file.key': key }, { limit: 1 })) > 0,

    /** Teachers with a file whose decision is that old. */
    decidedBefore: (before: Date, limit: number) =>
      files
        .find({ proofs: { $elemMatch: { file: { $ne: null }, 'decision.at': { $lte: before } } } }, { limit })
        .toArray(),

    /** Teachers whose accepted bulletin is that old. */
    bulletinsBefore: (before: Date) =>
      files
        .find({
          proofs: {
            $elemMatch: {
              kind: 'bulletin',
              state: 'accepted',
              askedAgainAt: null,
              'decision.at': { $lte: before },
            },
          },
        })
        .toArray(),

    dropFile: async (teacherId: string, id: string): Promise<void> => {
      const change = { $set: { 'proofs.$.file': null }, $inc: { v: 1 } }
      await files.updateOne({ _id: teacherId, 'proofs.id': id }, change)
    },

    /** Refuses later uploads, also where there was no document before. Unpublished events stay in the document. */
    erase: async (teacherId: string, at: Date): Promise<void> => {
      await open(teacherId)
      const change = { $set: { proofs: [], waitingSince: null, erasedAt: at }, $inc: { v: 1 } }
      await files.updateOne({ _id: teacherId, erasedAt: null }, change)
    },
  }
}

type FinishedFile = { _id: string; proofs: Proof[]; events: readonly EventInput[] }

const finishedFile = ({ _id, proofs, events }: FinishedFile) => {
  return { doc: { _id, proofs, waitingSince: waitingSince(proofs), erasedAt: null }, events }
}

function waitingSince(proofs: readonly Proof[]): Date | null {
  const times = proofs
    .filter(({ state }) => state === 'waiting')
    .map(({ uploadedAt }) => uploadedAt.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}
