import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { keptToken } from './kept-token.ts'

/** What a mailed link brought along. Kept in this entry of the history, so that a reload still has it. */
export type MailedLink = { token: string; email: string }

const key = 'mailedLink'
const passed = keptToken('darsi-mailed-link')

/**
 * Takes the token out of the address, before anybody copies it or another page learns of it as the referrer.
 * Null where the link had none.
 */
export function takeMailedLink(): MailedLink | null {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')?.trim() ?? ''
  if (token !== '') {
    const link = { token, email: query.get('email')?.trim() ?? '' }
    history.replaceState({ ...stateObject(), [key]: link }, '', location.pathname)
    return link
  }
  return keptLink() ?? passedLink()
}

/** Hands the link on to the same page in another language, which is an entry of its own in the history. */
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

/** After its use nothing is left of it. */
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
  // `as`: an object has just been shown, its parts are looked at where they are read
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
}
