import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Alert } from './alert.ts'

/** The reporter's words, and the message that the report quotes. */
export type ReportText = { text: string; quoted: string }

export const noText: ReportText = { text: '', quoted: '' }

/** The text of an alert; empty after an erasure cleared it. */
export function reportTextOf(sealer: Pick<Sealer, 'unseal'>, { sealed }: Pick<Alert, 'sealed'>): ReportText {
  // `as`: only report texts are sealed into this field
  return sealed === '' ? noText : (sealer.unseal(sealed) as ReportText)
}

/** What an administrator wrote; empty after an erasure cleared it. */
export function stepTextOf(sealer: Pick<Sealer, 'unseal'>, sealed: string): string {
  // `as`: only texts are sealed into this field
  return sealed === '' ? '' : (sealer.unseal(sealed) as string)
}
