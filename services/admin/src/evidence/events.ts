import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { EvidenceStore } from '../alerts/evidence-store.ts'
import type { ReturnCheck } from './return-check.ts'

export type EvidenceEventDeps = {
  evidence: Pick<EvidenceStore, 'copied' | 'resolved'>
  returnCheck: Pick<ReturnCheck, 'registered'>
}

/** The life of evidence, and the recognition of closed accounts whose owner registers again. */
export function evidenceConsumes({ evidence, returnCheck }: EvidenceEventDeps): Consumes {
  const emailChanged = (event: DarsiEvent<'user.email-changed' | 'user.email-change-undone'>) =>
    returnCheck.registered(event.subject, { email: event.personal.email, phone: '' }, new Date(event.time))
  return {
    'evidence.copied': ({ data, personal }) => evidence.copied(data.alertId, personal, new Date(data.at)),
    'alert.resolved': ({ data }) => evidence.resolved(data.alertId, new Date(data.at)),
    'user.registered': ({ subject, personal, time }) =>
      returnCheck.registered(subject, personal, new Date(time)),
    'user.email-changed': emailChanged,
    'user.email-change-undone': emailChanged,
    'user.profile-changed': ({ subject, personal, time }) =>
      returnCheck.registered(subject, { email: '', phone: personal.phone }, new Date(time)),
  }
}
