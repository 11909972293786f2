import type { FileType } from '@darsi/contracts/rules/files.ts'

export type { FileType }

/** The type by the first bytes; null for any other type. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const begins = (text: string, at = 0) =>
    Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  if (begins('\xff\xd8\xff')) return 'image/jpeg'
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  // readers accept bytes before it, which some scanners and mail programs write
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return 'application/pdf'
  return null
}
