import { dropDraft, keepDraft, readDraft, visitor } from './draft.ts'

/** What a visitor wanted before registering: a teacher by the slug of the public page, and the search around it. */
export type Wish = {
  teacher: string
  subject: string
  day: string
  hour: string
  /** The person closed the dialog of the request, so it does not open by itself again. */
  isClosed: boolean
}

const name = 'wish'
const empty = { teacher: '', subject: '', day: '', hour: '', isClosed: false, at: 0 }
const keptDays = 30

/**
 * Kept in this browser, not in the tab: the link of the verification mail opens another one. Removed once a request was
 * sent.
 */
export const keepWish = (wish: Wish): void => keepDraft(visitor, name, { ...wish, at: Date.now() }, true)

export const dropWish = (): void => dropDraft(visitor, name)

export function readWish(): Wish | null {
  const kept = readDraft(visitor, name, empty)
  if (kept === null || kept.teacher === '') return null
  return Date.now() - kept.at < keptDays * 24 * 60 * 60_000 ? kept : null
}
