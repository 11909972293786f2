import type { AuditEntry } from '@darsi/contracts/calls/admin/audit-api.ts'
import { type AuditActionDetail, auditActionDetails } from '@darsi/contracts/events/audit-actions.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { formatDate, translator } from '@darsi/design/i18n/catalogue.ts'
import { texts } from '../texts.ts'

type ActionKey = Extract<NonNullable<typeof texts.audit.keys>, `action-${string}`>
const isActionKey = (key: string, language: Language): key is ActionKey =>
  key.startsWith('action-') && Object.hasOwn(texts.audit[language], key)

/** All actions with a text, in the order of the filter. */
export const auditActions = (language: Language) =>
  Object.keys(texts.audit[language]).flatMap((key) =>
    isActionKey(key, language) ? key.slice('action-'.length) : [],
  )

/** The text for an action. An action without a text is shown by its key. */
export function actionLabel(action: string, language: Language): string {
  const key = `action-${action}`
  return isActionKey(key, language) ? translator(texts.audit, language)(key) : action
}

const isDetail = (detail: string): detail is AuditActionDetail =>
  auditActionDetails.some((one) => one === detail)

/** The text for the detail of an action. For a pair of accounts it is the other account. */
export function detailLabel(
  { action, detail, detailName }: { action: string; detail: string; detailName: string },
  language: Language,
): string {
  const t = translator(texts.audit, language)
  if (isDetail(detail)) return t(`detail-${detail}`)
  const isPair = action.startsWith('duplicate.') && detail !== ''
  return isPair ? t('otherAccount', { name: nameOrGone(detailName, language) }) : detail
}

/** What a view showed: how many records, and the words searched for. */
export function viewLabel({ shown, words }: Pick<AuditEntry, 'shown' | 'words'>, language: Language): string {
  const t = translator(texts.audit, language)
  const parts = [
    shown > 0 && t('recordsShown', { count: shown }),
    words !== '' && t('searchedFor', { words }),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

type Target = Pick<AuditEntry, 'target' | 'targetKind' | 'targetName' | 'targetAt'>

/** The target of an action: a person, a connection by its people, or an alert or a ticket by its day. */
export function targetLabel(
  { target, targetKind, targetName, targetAt }: Target,
  language: Language,
): string {
  const t = translator(texts.audit, language)
  if (target === '' || targetName !== '') return targetName
  const day = targetAt === null ? '' : formatDate(targetAt, language)
  if (targetKind === 'account') return t('target-gone')
  return t(`target-${targetKind}`, { day })
}

/** The actor of an action. Only a failed sign-in has an unknown person; the rest without an actor the system does. */
export function actorLabel(
  { action, by, byName }: Pick<AuditEntry, 'action' | 'by' | 'byName'>,
  language: Language,
): string {
  const t = translator(texts.audit, language)
  if (byName !== '') return byName
  if (by !== '') return t('target-gone')
  return t(action === 'user.login-failed' ? 'somebodyUnknown' : 'theSystem')
}

const nameOrGone = (name: string, language: Language) =>
  name || translator(texts.audit, language)('target-gone')
