import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { isKeyOf } from '@darsi/contracts/reference/choices.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import {
  alertReasonNames,
  alertSeverityNames,
  alertStageNames,
} from '@darsi/contracts/texts/child-protection.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { momentIn } from '../mails/moment.ts'
import { both, type Notification, toEach } from './notification.ts'
import { teamAt } from './ticket.ts'

type Opened = DarsiEvent<'alert.opened'>

/** Owner of the mails to the team's mailbox. */
const team = 'safety-team'
const teamLanguage = 'fr'

/** The guardians and administrators whom the event names, and the team. No mail repeats the report. */
export function openedAlert({ data, personal }: Opened, support: string): Notification[] {
  const isLow = data.severity === 'low'
  const toGuardians = toEach(personal.guardians, ({ language }) => ({
    notice: 'safety-alert',
    // a low alert follows from lessons, about which the guardians already got a mail
    ...(!isLow && { mail: 'safety-alert' as const }),
    params: { due: momentIn(language, data.dueAt) },
    place: { alert: data.alertId },
  }))
  const toAdmins = toEach(personal.admins ?? [], ({ language }) => ({
    ...both(data.stops ? 'safety-stopped' : 'safety-raised'),
    params: { ...alertParams(data, language), investigateBy: momentIn(language, data.investigateBy) },
    place: { alert: data.alertId },
  }))
  return [...toGuardians, ...toAdmins, ...(isLow ? [] : toTeam(data, support))]
}

function toTeam(data: Opened['data'], support: string): Notification[] {
  const investigateBy = momentIn(teamLanguage, data.investigateBy)
  const params = { ...alertParams(data, teamLanguage), investigateBy }
  // the team's mailbox has no account: its reader signs in as an administrator
  const path = `/admin/dashboard?tab=safety-alerts&alert=${encodeURIComponent(data.alertId)}`
  return [{ userId: team, to: teamAt(support, teamLanguage), mail: 'safety-raised', params, path }]
}

/** The text is in the mail alone: others may see the notice on a shared device. An answer goes to the team. */
export function alertMessage(
  { data, personal: { recipient, text } }: DarsiEvent<'alert.message-sent'>,
  support: string,
): Notification[] {
  const replyTo = { name: productName[recipient.language], address: support }
  return [{ userId: data.to, to: recipient, ...both('safety-message'), params: { text }, replyTo }]
}

type Alert = Pick<Opened['data'], 'reason' | 'severity' | 'governorateId' | 'dueAt'>

export function alertParams(
  { reason, severity, governorateId, dueAt }: Alert,
  language: Language,
): Record<string, string> {
  const governorate = governorates.find(({ id }) => id === governorateId)
  return {
    reason: isKeyOf(alertReasonNames, reason) ? alertReasonNames[reason][language] : reason,
    severity: alertSeverityNames[severity][language],
    governorate: governorate?.name[language] ?? '–',
    due: momentIn(language, dueAt),
  }
}

export const stageName = (stage: keyof typeof alertStageNames, language: Language): string =>
  alertStageNames[stage][language]
