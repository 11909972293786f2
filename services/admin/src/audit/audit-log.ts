import type { View } from '@darsi/kit/http/view-record.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { isDuplicateKey } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import { type AuditAction, type Entry, type Head, viewAction } from './audit-action.ts'
import { link } from './audit-chain.ts'
import type { AuditMac } from './audit-mac.ts'
import { type Chain, createAuditQueries } from './audit-queries.ts'
import { inBatches } from './batches.ts'

const maxConflicts = 100
const maxRemembered = 10_000

export type AuditLog = ReturnType<typeof createAuditLog>

/** Append-only: each entry carries the seal of the one before it, so a changed or missing entry is found. */
export function createAuditLog(connection: Connection, mac: AuditMac) {
  const entries = collection<Entry>(connection, 'audit', [
    { key: { sequence: -1 }, unique: true },
    { key: { action: 1, sequence: -1 } },
    { key: { action: 1, at: -1, sequence: -1 } },
    { key: { at: -1, sequence: -1 } },
    { key: { by: 1, sequence: -1 } },
    { key: { target: 1, sequence: -1 } },
    { key: { shown: 1, sequence: -1 } },
    { key: { 'searched.at': 1 }, sparse: true },
  ])
  const chain = { entries, mac }
  const append = onlyOnce(inBatches((actions: readonly AuditAction[]) => write(chain, actions)))
  return {
    collection: entries,
    ...createAuditQueries(chain),

    /** Appends an action once: a repeated event has the same id and adds no second entry. */
    append,

    recordView: (view: View): Promise<void> => append(viewAction(view, mac)),

    /** Removes the words by which an account was found: they may be its name, address or telephone. */
    eraseWords: async (userId: string): Promise<void> => {
      await entries.updateMany({ shown: userId }, { $unset: { searched: true } })
    },

    removeWordsBefore: async (before: Date): Promise<number> =>
      (await entries.updateMany({ 'searched.at': { $lte: before } }, { $unset: { searched: true } }))
        .modifiedCount,

    head: async (): Promise<Head | null> => {
      const last = await lastEntry(entries)
      return last && { sequence: last.sequence, hash: last.hash }
    },

    /** False when the entry was deleted, such as with the tail of the log. */
    has: async ({ sequence, hash }: Head): Promise<boolean> =>
      (await entries.countDocuments({ sequence, hash })) > 0,
  }
}

const lastEntry = (entries: Collection<Entry>) => entries.findOne({}, { sort: { sequence: -1 } })

/** Appends the actions that are not in the log yet; starts over when another replica has appended meanwhile. */
async function write(chain: Chain, actions: readonly AuditAction[]): Promise<void> {
  for (let attempt = 0; attempt < maxConflicts; attempt++) {
    const added = await linked(chain, actions)
    if (added.length === 0) return
    try {
      // ordered: the entries before one whose sequence another replica took stay linked
      await chain.entries.insertMany(added, { ordered: true })
      return
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
  throw new Error(`no place in the audit log for ${actions.length} actions`)
}

async function linked({ entries, mac }: Chain, actions: readonly AuditAction[]): Promise<Entry[]> {
  const added = new Map(actions.map((action) => [action.id, action]))
  for (const id of await entries.distinct('_id', { _id: { $in: [...added.keys()] } })) added.delete(id)
  return link([...added.values()], await lastEntry(entries), mac)
}

/** Skips actions that this process has appended lately: reloading a page causes no query. */
function onlyOnce(append: (action: AuditAction) => Promise<void>): (action: AuditAction) => Promise<void> {
  const written = new Set<string>()
  return async (action) => {
    if (written.has(action.id)) return
    await append(action)
    written.add(action.id)
    if (written.size <= maxRemembered) return
    const [oldest = ''] = written
    written.delete(oldest)
  }
}
