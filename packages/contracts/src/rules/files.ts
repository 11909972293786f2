/** Files that people may upload. The type is detected by the bytes, never by the name or the browser's statement. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const
export type FileType = (typeof fileTypes)[number]

export const fileLimit = 10 * 1024 * 1024

/** A larger file is sent in pieces, so that a broken upload continues where it stopped (tus 1.0). */
export const pieceLimit = 512 * 1024
export const pieceType = 'application/offset+octet-stream'

/** All files that one account shows or is sending. Hidden ones, which are kept as evidence, count for `sentFileDays`. */
export const storageLimit = 1024 ** 3

/** A sent file stays so long, as the texts around a report do. After that its sender may remove it. */
export const sentFileDays = 30

/** Files of one message, homework or hand-in. */
export const filesAtOnce = 5

/** What a file is by its first bytes; the kinds that are refused have a sentence of their own. */
export type FileKind = FileType | 'avif' | 'heic' | 'video' | 'office' | 'empty' | 'other'

/** How many of the first bytes `fileKindOf` looks at. */
export const headLength = 1024

export function fileKindOf(bytes: Uint8Array): FileKind {
  const head = String.fromCharCode(...bytes.subarray(0, headLength))
  if (head === '') return 'empty'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  // the family of MP4: the brands say what is in it
  if (head.slice(4, 8) === 'ftyp') {
    const brands = head.slice(8, head.charCodeAt(2) * 256 + head.charCodeAt(3))
    if (/avi[fs]/.test(brands)) return 'avif'
    return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) ? 'heic' : 'video'
  }
  const isAvi = head.startsWith('RIFF') && head.startsWith('AVI ', 8)
  if (isAvi || head.startsWith('\x1aE\xdf\xa3') || /^(?:moov|mdat|wide)/.test(head.slice(4))) return 'video'
  // Word, Excel and PowerPoint, LibreOffice, and the formats before 2007
  if (head.startsWith('PK\x03\x04') && /word\/|xl\/|ppt\/|\[Content_Types\]|opendocument/.test(head))
    return 'office'
  if (head.startsWith('\xd0\xcf\x11\xe0') || head.startsWith('{\\rtf')) return 'office'
  // readers accept bytes before it, which some scanners and mail programs write
  return head.includes('%PDF-') ? 'application/pdf' : 'other'
}

export type UploadRefusal =
  | 'fileEmpty'
  | 'fileHeic'
  | 'fileVideo'
  | 'fileOffice'
  | 'fileTooLarge'
  | 'fileTypeRefused'

/** Why a file is not even sent; the server checks the bytes again. */
export function uploadRefusal(kind: FileKind, size: number): UploadRefusal | null {
  if (kind === 'empty') return 'fileEmpty'
  if (kind === 'heic' || kind === 'avif') return 'fileHeic'
  if (kind === 'video') return 'fileVideo'
  if (kind === 'office') return 'fileOffice'
  if (size > fileLimit) return 'fileTooLarge'
  return kind === 'other' ? 'fileTypeRefused' : null
}

const extensions = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const satisfies Record<FileType, string>

const nameLength = 120

/** A name that can be sent: in one line, and cut by characters before its extension. */
export function sendableName(name: string): string {
  // control characters, and halves of characters that a cut left
  const line = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
  const extension = /\.[^.\s]{1,10}$/.exec(line)?.[0] ?? ''
  const stem = cut(line.slice(0, line.length - extension.length), nameLength - extension.length)
  return `${stem}${extension}`.trim() || 'file'
}

/** The name with the extension of the detected type, so that a computer never opens it as another type. */
export function fileName(name: string, type: FileType): string {
  const stem = name.replace(/[\\/:*?"<>|]/g, ' ').replace(/\.[^.\s]{1,10}$/, '')
  return `${cut(stem.trim(), 100).trim() || 'file'}.${extensions[type]}`
}

// a letter with its marks, or several signs that are drawn as one; not every browser has Intl.Segmenter
const character = /\P{M}(?:\p{M}|\p{EMod})*(?:\u200d\P{M}(?:\p{M}|\p{EMod})*)*/gu

/** At most so many UTF-16 units, of whole characters as people see them. */
function cut(text: string, length: number): string {
  let kept = ''
  for (const [each] of text.matchAll(character)) {
    if (kept.length + each.length > length) break
    kept += each
  }
  return kept
}
