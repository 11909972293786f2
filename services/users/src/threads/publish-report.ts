import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { HoldCause } from '@darsi/contracts/rules/contact-details/found.ts'
import type { ReportableKind } from '@darsi/contracts/rules/utterance-fields.ts'
import type { ClosingStore } from '../utterances/closing-store.ts'
import type { CopyEvidence } from './alert-evidence.ts'
import type { KeepFiles } from './keep-files.ts'
import type { ReportStore } from './report-store.ts'
import type { ThreadParties } from './thread.ts'
import { learnerOf } from './thread-events.ts'

type PublishParts = {
  reports: Pick<ReportStore, 'add'>
  closings: Pick<ClosingStore, 'people'>
  copyEvidence: CopyEvidence
  keepFiles: KeepFiles
}
export type PublishReport = (parties: ThreadParties, report: Report, at: Date) => Promise<void>

export type Reported = { kind: ReportableKind; id: string; by: string; at: Date; files: readonly string[] }

export type Report = {
  id: string
  by?: string
  about?: string
  reason: 'reported' | 'contact-details' | 'secrecy'
  /** By default as the rule below. */
  severity?: 'medium' | 'high'
  /** Of an automatic report. */
  found?: readonly HoldCause[]
  text: string
  /** Null for the whole thread. */
  reported: Reported | 'request' | null
  quoted: string
}

/** Publishes a report with its evidence. A repeated one changes nothing. */
export const createPublishReport =
  ({ reports, closings, copyEvidence, keepFiles }: PublishParts): PublishReport =>
  async (parties, { id, by, about, reason, severity, found, text, reported, quoted }, at) => {
    const { connectionId } = parties
    const isRequest = reported === 'request'
    const named = isRequest ? null : reported
    const files = isRequest
      ? 0
      : await keepFiles({ id, threadId: connectionId, at }, named ?? { at, files: [] })
    // the words of a closed account are read in the evidence alone
    const isClosed = named !== null && (await closings.people([named.by])).length > 0
    const event: EventInput<'safety.reported'> = {
      type: 'safety.reported',
      data: {
        ...learnerOf(parties),
        reportId: id,
        reason,
        severity: severity ?? severityOf(parties, about, reason),
        ...(by && { by }),
        ...(about && { aboutUserId: about }),
        ...(!isRequest && {
          threadId: connectionId,
          ...(named && { reported: { kind: named.kind, id: named.id } }),
        }),
        ...(files > 0 && { files }),
        at: at.toISOString(),
      },
      personal: { text, quoted: isClosed ? '' : quoted },
    }
    const { threadId } = event.data
    // before the report: whatever is erased afterwards, a known report has its evidence
    await copyEvidence(id, { connectionId, threadId, reportedId: named?.id, aboutUserId: about, by }, at)
    const pausedFor = found && { at: at.toISOString(), found: [...found] }
    await reports.add({ _id: id, threadId: connectionId, at, ...(pausedFor && { pausedFor }) }, event)
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
