import type { Language } from '@darsi/contracts/languages.ts'
import { translator } from '../catalogue.ts'
import { auditTexts } from './audit-texts.ts'

/** Every deed that has words, in the order of the filter. */
export const deeds = [
  'user.approved',
  'user.suspended',
  'user.reinstated',
  'user.invited',
  'user.deletion-requested',
  'user.left',
  'connection.reviewed',
  'upgrade.reviewed',
  'contact.answered',
  'contact.closed',
  'safety.reported',
  'alert.answered',
  'alert.resolved',
  'consent.given',
  'consent.withdrawn',
  'user.logged-in',
  'user.login-failed',
  'user.session-ended',
  'user.password-changed',
  'user.email-changed',
  'user.second-factor-changed',
  'user.registered',
  'user.viewed',
  'users.listed',
  'user.exported',
  'users.exported',
  'sessions.exported',
  'newsletter.exported',
] as const
export type DeedName = (typeof deeds)[number]

const isKnown = (action: string): action is DeedName => deeds.some((deed) => deed === action)

/** A deed's name in the words of the page; one that has none yet by its own name. */
export function deedWords(action: string, language: Language): string {
  return isKnown(action) ? translator(auditTexts, language)(`deed-${action}`) : action
}

/** What it was done to: a person by name, anything else by the beginning of its id. */
export function targetWords({ target, targetName }: { target: string; targetName: string }): string {
  if (targetName !== '') return targetName
  return target === '' ? '' : target.slice(0, 8).toUpperCase()
}
