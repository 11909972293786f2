/** Files that people may upload. The type is detected by the bytes, never by the name or the browser's statement. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const
export type FileType = (typeof fileTypes)[number]

export const fileLimit = 10 * 1024 * 1024

/** A larger file is sent in pieces, so that a broken upload continues where it stopped (tus 1.0). */
export const pieceLimit = 512 * 1024
export const pieceType = 'application/offset+octet-stream'

/** Files of one message, homework or hand-in. */
export const filesAtOnce = 5

/** The problem of a file before its upload; the server checks the bytes. */
export function uploadRefusal({
  size,
  type,
}: {
  size: number
  type: string
}): 'fileTooLarge' | 'fileTypeRefused' | null {
  if (size > fileLimit) return 'fileTooLarge'
  return fileTypes.some((known) => known === type) ? null : 'fileTypeRefused'
}

const extensions = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const satisfies Record<FileType, string>

/** The name with the extension of the detected type, so that a computer never opens it as another type. */
export function fileName(name: string, type: FileType): string {
  const stem = name
    .replace(/[\\/:*?"<>|]/g, ' ')
    .replace(/\.[^.\s]{1,10}$/, '')
    .trim()
    .slice(0, 100)
  return `${stem === '' ? 'file' : stem}.${extensions[type]}`
}
