import type { AuditAction, Entry, Head } from './audit-action.ts'
import type { AuditMac } from './audit-mac.ts'

export type Checked = { entries: number; intact: boolean; brokenAt: number | null; next: number | null }

export function link(actions: readonly AuditAction[], last: Head | null, mac: AuditMac): Entry[] {
  let { sequence, hash } = last ?? { sequence: 0, hash: '' }
  return actions.map(({ id, ...action }) => {
    sequence++
    const entry = { _id: id, ...action, sequence, previous: hash, key: mac.keyId }
    hash = mac.hashOf(entry)
    return { ...entry, hash }
  })
}

/** True when entries that follow one another, newest first, are unchanged and none is missing. */
export function isIntact(entries: readonly Entry[], isAsWritten: (entry: Entry) => boolean): boolean {
  return entries.every((entry, index) => {
    const older = entries[index + 1]
    const isLinked = older ? entry.previous === older.hash && entry.sequence === older.sequence + 1 : true
    return isLinked && isAsWritten(entry)
  })
}

type Step = { after: number; limit: number; isAsWritten: (entry: Entry) => boolean }

/**
 * Checks one step of the chain, oldest first.
 * @param after the sequence at which the step before ended; its entry comes first, so that the link to it is checked
 * @param limit there are more steps when more entries than this were found
 */
export function checkStep(found: readonly Entry[], { after, limit, isAsWritten }: Step): Checked {
  let hash = ''
  let entries = after
  for (const entry of found) {
    const isStart = entry.sequence === after
    const isLinked = isStart || (entry.previous === hash && entry.sequence === entries + 1)
    if (!isLinked || !isAsWritten(entry)) return broken(entries, entry.sequence)
    entries = entry.sequence
    hash = entry.hash
  }
  // the entry at which the step before ended was deleted meanwhile
  if (after > 0 && found[0]?.sequence !== after) return broken(entries, after)
  return { entries, intact: true, brokenAt: null, next: found.length > limit ? entries : null }
}

function broken(entries: number, brokenAt: number): Checked {
  return { entries, intact: false, brokenAt, next: null }
}
