import { type AuditActionDetail, auditActionDetails } from '@darsi/contracts/events/audit-actions.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { translator } from '@darsi/design/i18n/catalogue.ts'
import en from './locales/en.json' with { type: 'json' }
import { auditTexts } from './texts.ts'

type ActionKey = Extract<keyof typeof en, `action-${string}`>
const isActionKey = (key: string): key is ActionKey => key.startsWith('action-') && Object.hasOwn(en, key)

/** All actions with a text, in the order of the filter. */
export const auditActions = Object.keys(en).flatMap((key) =>
  isActionKey(key) ? key.slice('action-'.length) : [],
)

/** The text for an action. An action without a text is shown by its key. */
export function actionLabel(action: string, language: Language): string {
  const key = `action-${action}`
  return isActionKey(key) ? translator(auditTexts, language)(key) : action
}

const isDetail = (detail: string): detail is AuditActionDetail =>
  auditActionDetails.some((one) => one === detail)

/** The text for the detail of an action. For a pair of accounts it is the other account. */
export function detailLabel(
  { action, detail, detailName }: { action: string; detail: string; detailName: string },
  language: Language,
): string {
  const t = translator(auditTexts, language)
  if (isDetail(detail)) return t(`detail-${detail}`)
  const isPair = action.startsWith('duplicate.') && detail !== ''
  return isPair ? t('otherAccount', { name: nameOrId(detail, detailName) }) : detail
}

/** The target of an action: a person's name, or the first characters of an id. */
export const targetLabel = ({ target, targetName }: { target: string; targetName: string }): string =>
  nameOrId(target, targetName)

const nameOrId = (id: string, name: string): string => name || id.slice(0, 8).toUpperCase()
