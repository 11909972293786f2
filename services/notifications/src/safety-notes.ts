import { alertReasonNames, alertSeverityNames, alertStageNames } from '@darsi/contracts/child-protection.ts'
import { isKeyOf } from '@darsi/contracts/choices.ts'
import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { productName } from '@darsi/contracts/product.ts'
import { momentIn } from './moment.ts'
import type { Note } from './note.ts'

export const safetyEventTypes = [
  'alert.opened',
  'alert.answered',
  'alert.escalated',
  'alert.resolved',
] as const
export type SafetyEvent = DarsiEvent<(typeof safetyEventTypes)[number]>

/** The team's own mailbox, which has no account. */
const team = 'safety-team'
const teamLanguage = 'fr'

/** Who learns of a safety alert. None of it can be switched off, and no mail says what was told. */
export function safetyNotes(event: SafetyEvent, support: string): Note[] {
  switch (event.type) {
    case 'alert.opened':
      return [...event.personal.guardians.map((to) => toGuardian(event, to)), ...toTeam(event, support)]
    case 'alert.answered': {
      const { reporter } = event.personal
      if (!reporter) return []
      const investigateBy = momentIn(reporter.language, event.data.investigateBy)
      return [safety(reporter, 'safety-answered', { investigateBy })]
    }
    case 'alert.escalated':
      return event.personal.admins.map((to) =>
        safety(to, 'safety-escalated', {
          ...wordsOf(event.data, to.language),
          stage: alertStageNames[event.data.stage][to.language],
        }),
      )
    case 'alert.resolved': {
      const { reporterId: userId } = event.data
      const to = { email: '', fullName: '', language: 'en' as const }
      return userId ? [{ userId, notice: 'safety-resolved', isOptional: false, to, params: {} }] : []
    }
  }
}

type Person = Note['to'] & { userId: string }
type Opened = DarsiEvent<'alert.opened'>

function safety(
  { userId, ...to }: Person,
  kind: 'safety-answered' | 'safety-escalated',
  params: Note['params'],
): Note {
  return { userId, notice: kind, mail: kind, isOptional: false, to, params }
}

function toGuardian({ data }: Opened, { userId, ...to }: Person): Note {
  const due = momentIn(to.language, data.dueAt)
  // what the clock of lessons raises was told by a mail of its own
  const mail = data.severity === 'low' ? {} : { mail: 'safety-alert' as const }
  return { userId, notice: 'safety-alert', ...mail, isOptional: false, to, params: { due } }
}

function toTeam({ data }: Opened, support: string): Note[] {
  if (data.severity === 'low') return []
  const to = { email: support, fullName: productName[teamLanguage], language: teamLanguage } as const
  const investigateBy = data.investigateBy ? momentIn(teamLanguage, data.investigateBy) : ''
  const params = { ...wordsOf(data, teamLanguage), investigateBy }
  return [{ userId: team, mail: 'safety-raised', isOptional: false, to, params }]
}

type Told = Pick<Opened['data'], 'reason' | 'severity' | 'governorateId' | 'dueAt'>

function wordsOf({ reason, severity, governorateId, dueAt }: Told, language: Language): Note['params'] {
  const governorate = governorates.find(({ id }) => id === governorateId)
  return {
    reason: isKeyOf(alertReasonNames, reason) ? alertReasonNames[reason][language] : reason,
    severity: alertSeverityNames[severity][language],
    governorate: governorate?.name[language] ?? '–',
    due: momentIn(language, dueAt),
  }
}
