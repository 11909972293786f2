import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { keptToken } from './kept-token.ts'

/** The contents of a mailed link. Kept in the history entry, so that it survives a reload. */
export type MailedLink = { token: string; email: string }

const key = 'mailedLink'
const passed = keptToken('darsi-mailed-link')

/**
 * Removes the token from the address, because it would be visible to others and sent as the referrer.
 * Null if the link had no token.
 */
export function takeMailedLink(): MailedLink | null {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')?.trim() ?? ''
  if (token !== '') {
    const email = new URLSearchParams(location.hash.slice(1)).get('email')?.trim() ?? ''
    const link = { token, email }
    history.replaceState({ ...stateObject(), [key]: link }, '', location.pathname)
    return link
  }
  return keptLink() ?? passedLink()
}

/** Passes the link to the same page in another language, which has its own history entry. */
export function passMailedLink(): void {
  const link = keptLink()
  const page = placeOf(location.pathname).path
  if (link !== null) passed.keep(JSON.stringify({ ...link, page }))
}

function passedLink(): MailedLink | null {
  const text = passed.kept()
  if (text === null) return null
  passed.forget()
  const found: unknown = JSON.parse(text)
  const isOfThisPage =
    typeof found === 'object' &&
    found !== null &&
    'page' in found &&
    found.page === placeOf(location.pathname).path
  if (!isOfThisPage) return null
  history.replaceState({ ...stateObject(), [key]: found }, '')
  return keptLink()
}

/** Deletes the link after its use. */
export function forgetMailedLink(): void {
  history.replaceState({ ...stateObject(), [key]: undefined }, '', location.pathname)
}

function keptLink(): MailedLink | null {
  const kept = stateObject()[key]
  if (typeof kept !== 'object' || kept === null || !('token' in kept) || !('email' in kept)) return null
  const { token, email } = kept
  return typeof token === 'string' && typeof email === 'string' ? { token, email } : null
}

function stateObject(): Record<string, unknown> {
  const state: unknown = history.state
  // `as`: checked to be an object; its fields are checked where they are read
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
}
