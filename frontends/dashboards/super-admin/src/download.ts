import { exportFileName } from '@darsi/contracts/texts/product.ts'

/** The name that the server gives; else the one that it would give. */
export function downloadName(what: string, disposition: string | null, now: Date): string {
  return /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1] ?? exportFileName(what, now)
}
