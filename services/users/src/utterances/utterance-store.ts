import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type UtteranceField, utteranceFields } from '@darsi/contracts/rules/utterance-fields.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import * as z from 'zod'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Utterance } from './utterance.ts'

/** What evidence holds around a report, before and after it. */
const aroundMs = 30 * dayMs
/** Of a conversation that is older than that. */
const leastTexts = 50
const sealedText = z.object({ text: z.string() })
/** Texts of lessons, which their own service checks alone. */
export const lessonFields: UtteranceField[] = [
  'lesson-notes',
  'lesson-place',
  'lesson-reason',
  'lesson-report',
  'board',
]
/** Texts about a learner that other people wrote. */
const aboutLearner: UtteranceField[] = ['hand-in', 'mark', 'lesson-report']

type Author = Pick<Utterance, 'connectionId' | 'by'>
type Range = { since: Date; until: Date; limit: number }

/** For the contact gate: what an author wrote in a connection and the other side read, in all fields. */
function createGateQueries(utterances: Collection<Utterance>, textOf: (one: Utterance) => string) {
  const read = async (of: Author, { since, until, limit }: Range, order: 1 | -1) => {
    const filter = { ...of, held: false, at: { $gt: since, $lte: until } }
    const found = await utterances.find(filter, { sort: { at: order }, limit }).toArray()
    return found.map((one) => ({ id: one._id, text: textOf(one) }))
  }
  return {
    /** Newest first. A text that was sent a moment ago is included, because it is stored before its call is answered. */
    lastTexts: (of: Author, range: Range) => read(of, range, -1),

    /** Oldest first. */
    nextTexts: (of: Author, range: Range) => read(of, range, 1),
  }
}

/** Every text of every connection, append-only. Screens show the present state from other collections. */
export function createUtteranceStore(database: Connection, sealer: Sealer) {
  const utterances = collection<Utterance>(database, 'utterances', [
    { key: { connectionId: 1, at: -1 } },
    { key: { by: 1, at: -1 } },
    { key: { files: 1 } },
    { key: { about: 1 } },
  ])
  const remove = async (filter: Parameters<typeof utterances.deleteMany>[0]): Promise<void> => {
    await utterances.deleteMany(filter)
  }
  const textOf = ({ sealed }: Pick<Utterance, 'sealed'>): string =>
    sealedText.parse(sealer.unseal(sealed)).text
  return {
    collection: utterances,

    /** Once per id. */
    add: async (utterance: Utterance): Promise<void> => {
      await insertOnce(utterances, utterance)
    },

    textOf,

    ...createGateQueries(utterances, textOf),

    /** For evidence: everything of 30 days before and after, and at least the newest 50 texts; oldest first. */
    around: async (connectionId: string, at: Date): Promise<Utterance[]> => {
      const [from, to] = [new Date(at.getTime() - aroundMs), new Date(at.getTime() + aroundMs)]
      const newestFirst = { sort: { at: -1 } } as const
      const near = await utterances
        .find({ connectionId, at: { $gte: from, $lte: to } }, newestFirst)
        .toArray()
      const limit = leastTexts - near.length
      if (limit <= 0) return near.toReversed()
      const older = await utterances
        .find({ connectionId, at: { $lt: from } }, { ...newestFirst, limit })
        .toArray()
      return [...near, ...older].toReversed()
    },

    count: (connectionIds: readonly string[]): Promise<number> =>
      utterances.countDocuments({ connectionId: { $in: [...connectionIds] } }),

    ofAuthor: (by: string) => utterances.find({ by }, { sort: { at: 1 } }),

    connectionsOf: (by: string): Promise<string[]> => utterances.distinct('connectionId', { by }),

    /** @param fields all of them by default */
    newestAbout: (about: string, fields: readonly UtteranceField[] = utteranceFields) =>
      utterances.findOne({ about, field: { $in: [...fields] } }, { sort: { at: -1 } }),

    /** Each of them, also replaced ones. */
    allAbout: (about: string, fields: readonly UtteranceField[]): Promise<Utterance[]> =>
      utterances.find({ about, field: { $in: [...fields] } }).toArray(),

    /** Whether a text of the author in a lesson completed contact details in that time, in whatever connection. */
    wasHeldInLesson: async (
      { _id, by, at }: Pick<Utterance, '_id' | 'by' | 'at'>,
      since: Date,
    ): Promise<boolean> => {
      const filter = {
        by,
        at: { $gte: since, $lte: at },
        held: true,
        field: { $in: lessonFields },
        _id: { $ne: _id },
      }
      return (await utterances.countDocuments(filter, { limit: 1 })) > 0
    },

    hasLasting: async (by: string): Promise<boolean> =>
      (await utterances.countDocuments({ by, lasting: true }, { limit: 1 })) > 0,

    namesFile: async (fileId: string): Promise<boolean> =>
      (await utterances.countDocuments({ files: fileId }, { limit: 1 })) > 0,

    /** With the author's account; the lasting ones stay until `removeOf`. */
    erase: (by: string) => remove({ by, lasting: false }),

    /** What adults take back between themselves. */
    withdraw: (about: string) => remove({ about, lasting: false }),

    eraseLearner: (connectionIds: readonly string[]) =>
      remove({ connectionId: { $in: [...connectionIds] }, field: { $in: aboutLearner }, lasting: false }),

    removeOf: (by: string) => remove({ by }),

    /** A minor's own texts, as long as the guardians read the conversation: one of them may report it. */
    keep: async (by: string, connectionIds: readonly string[]): Promise<void> => {
      const filter = { by, connectionId: { $in: [...connectionIds] } }
      await utterances.updateMany(filter, { $set: { lasting: true } })
    },

    removeKept: (by: string, connectionId: string) => remove({ by, connectionId }),

    removeAboutLearner: (connectionId: string) => remove({ connectionId, field: { $in: aboutLearner } }),

    removeOfConnection: (connectionId: string) => remove({ connectionId }),
  }
}

export type UtteranceStore = ReturnType<typeof createUtteranceStore>

export type RecordParts = { utterances: UtteranceStore; profiles: Pick<ProfileStore, 'find'> }

/** Stores texts once. A late event must not bring back the words of an erased account. */
export async function recordWords(
  { utterances, profiles }: RecordParts,
  said: readonly (Utterance | null)[],
): Promise<void> {
  for (const utterance of said) {
    if (!utterance) continue
    await utterances.add(utterance)
    // after the write: an erasure at the same moment has removed what it found
    if (!utterance.lasting && !(await profiles.find(utterance.by))) await utterances.erase(utterance.by)
  }
}
