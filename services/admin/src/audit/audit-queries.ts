import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { Entry } from './audit-action.ts'
import { type Checked, checkStep, isIntact } from './audit-chain.ts'
import type { AuditMac } from './audit-mac.ts'

export type Chain = { entries: Collection<Entry>; mac: AuditMac }

/** Filters of the log; a page of a filtered log is checked entry by entry, without the links. */
type Filters = {
  actions?: readonly string[]
  by?: string
  /** Also one of the ids that a list showed. */
  target?: string
  since?: Date
  until?: Date
}

const entriesPerStep = 10_000

export function createAuditQueries({ entries, mac }: Chain) {
  // the seal by an unknown key is empty, and so would be that of a forged entry
  const isAsWritten = (entry: Entry) => entry.hash !== '' && entry.hash === mac.hashOf(entry)
  return {
    /** A page, newest first. One more entry is read, so that the link of the last one is checked too. */
    page: async (limit: number, before: number | null, filters: Filters = {}) => {
      const chosen = filterOf(filters)
      const filter = before === null ? chosen : { ...chosen, sequence: { $lt: before } }
      const found = await entries.find(filter, { sort: { sequence: -1 }, limit: limit + 1 }).toArray()
      const rows = found.slice(0, limit)
      const isUnfiltered = Object.keys(chosen).length === 0
      return {
        entries: rows,
        next: found.length > limit ? (rows.at(-1)?.sequence ?? null) : null,
        total: await entries.countDocuments(chosen),
        intact: isUnfiltered ? isIntact(found, isAsWritten) : found.every(isAsWritten),
      }
    },

    /** By time, newest first: events of the services are appended in the order in which they arrive. */
    latest: (limit: number, actions: readonly string[]): Promise<Entry[]> =>
      entries.find({ action: { $in: actions } }, { sort: { at: -1, sequence: -1 }, limit }).toArray(),

    /**
     * Checks the chain in steps, so that no call takes long.
     * @param after the sequence at which the step before ended
     */
    check: async (after = 0, limit = entriesPerStep): Promise<Checked> => {
      const found = await entries
        .find({ sequence: { $gte: after } }, { sort: { sequence: 1 }, limit: limit + 1 })
        .toArray()
      return checkStep(found, { after, limit, isAsWritten })
    },
  }
}

function filterOf({ actions, by, target, since, until }: Filters): object {
  const at = { ...(since && { $gte: since }), ...(until && { $lt: until }) }
  return {
    ...(actions && { action: actions.length === 1 ? actions[0] : { $in: actions } }),
    ...(by !== undefined && { by }),
    ...(target !== undefined && { $or: [{ target }, { shown: target }] }),
    ...((since || until) && { at }),
  }
}
