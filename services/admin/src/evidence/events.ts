import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { EvidenceStore } from '../alerts/evidence-store.ts'
import type { ReturnCheck } from './return-check.ts'

export type EvidenceEventDeps = {
  evidence: Pick<EvidenceStore, 'copied' | 'resolved'>
  returnCheck: Pick<ReturnCheck, 'recognised'>
}

/** The life of evidence, and what follows when the register of persons recognises somebody. */
export function evidenceConsumes({ evidence, returnCheck }: EvidenceEventDeps): Consumes {
  return {
    'evidence.copied': ({ data, personal }) =>
      evidence.copied(data.alertId, { part: data.part, ...personal }, new Date(data.at)),
    'alert.resolved': ({ data }) => evidence.resolved(data.alertId, new Date(data.at)),
    'user.registered': async ({ subject: userId, data: { role }, personal: { former }, time }) => {
      if (former) await returnCheck.recognised({ userId, role, former, at: new Date(time) })
    },
    'user.recognised': ({ subject: userId, data: { role, at }, personal: { former } }) =>
      returnCheck.recognised({ userId, role, former, at: new Date(at) }),
  }
}
