import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { CopyEvidence } from './alert-evidence.ts'
import type { KeepFiles } from './keep-files.ts'
import { textOf } from './message-text.ts'
import type { ReportStore } from './report-store.ts'
import type { StoredMessage, ThreadParties } from './thread.ts'
import { learnerOf } from './thread-events.ts'

type PublishParts = {
  reports: Pick<ReportStore, 'add'>
  sealer: Sealer
  copyEvidence: CopyEvidence
  keepFiles: KeepFiles
}
export type PublishReport = (parties: ThreadParties, report: Report, at: Date) => Promise<void>

export type Report = {
  id: string
  by?: string
  about?: string
  reason: 'reported' | 'contact-details'
  text: string
  /** Null for the whole thread. */
  message: StoredMessage | 'request' | null
  /** What was found, when it is not the message alone. */
  quoted?: string
}

/** Publishes a report with its evidence. A repeated one changes nothing. */
export const createPublishReport =
  ({ reports, sealer, copyEvidence, keepFiles }: PublishParts): PublishReport =>
  async (parties, { id, by, about, reason, text, message, quoted }, at) => {
    const { connectionId } = parties
    const isRequest = message === 'request'
    const said = message && !isRequest ? textOf(sealer, message) : ''
    const around = isRequest || !message ? { at, files: [] } : message
    const files = isRequest ? 0 : await keepFiles({ id, threadId: connectionId, at }, around)
    const event: EventInput<'safety.reported'> = {
      type: 'safety.reported',
      data: {
        ...learnerOf(parties),
        reportId: id,
        reason,
        severity: severityOf(parties, about, reason),
        ...(by && { by }),
        ...(about && { aboutUserId: about }),
        ...(!isRequest && { threadId: connectionId, ...(message && { messageId: message._id }) }),
        ...(files > 0 && { files }),
        at: at.toISOString(),
      },
      personal: { text, quoted: quoted ?? said },
    }
    const { threadId, messageId } = event.data
    // before the report: whatever is erased afterwards, a known report has its evidence
    await copyEvidence(id, { connectionId, threadId, messageId, aboutUserId: about, by }, at)
    await reports.add({ _id: id, threadId: connectionId, at }, event)
  }

/** A minor who gives away contact details is medium; an adult who tries to bypass the guardians is high. */
function severityOf(
  { minor, studentId }: ThreadParties,
  about: string | undefined,
  reason: Report['reason'],
) {
  if (!minor) return 'medium' as const
  return reason === 'contact-details' && about === studentId ? ('medium' as const) : ('high' as const)
}
