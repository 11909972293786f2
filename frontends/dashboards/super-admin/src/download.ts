import { exportFileName } from '@darsi/contracts/texts/product.ts'

/** The file name from the server, or the default one. */
export function downloadName(what: string, disposition: string | null, now: Date): string {
  return /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1] ?? exportFileName(what, now)
}
