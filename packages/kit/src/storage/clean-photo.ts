import { fileLimit } from '@darsi/contracts/rules/files.ts'
import sharp from 'sharp'
import { problem } from '../http/problem.ts'
import { fileTypeOf } from './file-type.ts'

const side = 480
const maxPixels = 64_000_000

/**
 * A photo of a person as it may be shown: square, small, re-encoded as WebP, so that nothing of the uploaded file's
 * metadata is left.
 * @throws problem `file-type-refused`, `file-too-large` or `file-unreadable`
 */
export async function cleanPhoto(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > fileLimit) throw problem('file-too-large')
  const type = fileTypeOf(bytes)
  if (!type || type === 'application/pdf') throw problem('file-type-refused')
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    throw problem('file-unreadable', { cause })
  }
}

/** A drawn portrait for demo teachers: no real person. The same number makes the same picture. */
export function drawnPortrait(number: number): Promise<Buffer> {
  const pick = (list: readonly string[], step: number) => list[Math.floor(number / step) % list.length] ?? ''
  const back = pick(['#cfe3df', '#f1dcc9', '#dcdff1', '#efe3b8', '#e7d3dc', '#d5e6c8'], 1)
  const skin = pick(['#e9bd98', '#d9a679', '#c98f62', '#f0cdb0'], 2)
  const hair = pick(['#2b211c', '#4a3426', '#171717', '#6b4a2f'], 3)
  const coat = pick(['#0b6075', '#8c4a2f', '#3f5a3c', '#4b4a7d', '#7a3350'], 1)
  const scarf = number % 3 === 1
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="${side}" height="${side}">
<rect width="120" height="120" fill="${back}"/>
<path d="M16 120c2-26 20-36 44-36s42 10 44 36z" fill="${coat}"/>
<rect x="51" y="70" width="18" height="20" rx="9" fill="${skin}"/>
${scarf ? `<path d="M30 62c0-24 12-38 30-38s30 14 30 38c0 20-8 34-30 36-22-2-30-16-30-36z" fill="${coat}" opacity="0.85"/>` : `<path d="M34 56c-2-22 10-34 26-34s28 12 26 34c-2-8-8-14-12-16-10 4-24 4-32 0-4 4-6 10-8 16z" fill="${hair}"/>`}
<ellipse cx="60" cy="58" rx="20" ry="24" fill="${skin}"/>
${scarf ? '' : `<path d="M40 52c2-14 10-20 20-20s18 6 20 20c-6-8-12-11-20-11s-14 3-20 11z" fill="${hair}"/>`}
<circle cx="52" cy="58" r="2" fill="#241c18"/><circle cx="68" cy="58" r="2" fill="#241c18"/>
<path d="M52 70q8 6 16 0" stroke="#7d3f33" stroke-width="2" fill="none" stroke-linecap="round"/>
</svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}
