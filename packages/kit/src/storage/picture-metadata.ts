/**
 * A JPEG of its picture alone: without metadata (EXIF, XMP, IPTC, comments, thumbnails) wherever it stands, and without
 * what follows its end. The picture is not re-encoded.
 */
export function withoutJpegMetadata(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = []
  let at = 0
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) break
    const isBare = marker === 0xd8 || marker === 0xd9 || (marker >= 0xd0 && marker <= 0xd7)
    const end = isBare ? at + 2 : at + 2 + word(bytes, at + 2)
    if (!isMetadata(marker, end - at)) kept.push(bytes.subarray(at, end))
    if (marker === 0xd9) break
    at = end
    if (marker === 0xda) {
      const next = afterScan(bytes, at)
      kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  return Buffer.concat(kept)
}

/** Where the compressed picture ends: at a marker that is no escaped 0xff and no restart. */
function afterScan(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return at
}

/** APP0 without a thumbnail and APP14 say how the colours are stored; all others, and comments, are about the picture. */
function isMetadata(marker: number, length: number): boolean {
  if (marker === 0xfe) return true
  if (marker === 0xe0) return length !== 18
  return marker >= 0xe1 && marker <= 0xef && marker !== 0xee
}

/** A JPEG 2000 file of its picture alone: the boxes of text and of unknown kinds, and its comments, are left out. */
export function withoutJpeg2000Metadata(bytes: Uint8Array): Uint8Array {
  const isFile = text(bytes, 4) === 'jP  '
  if (!isFile) return withoutComments(bytes)
  const kept: Uint8Array[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = word(bytes, at) * 65536 + word(bytes, at + 2)
    const kind = text(bytes, at + 4)
    // 0: to the end; 1: the size follows in eight bytes
    const [head, length] = size === 1 ? [16, word(bytes, at + 12) * 65536 + word(bytes, at + 14)] : [8, size]
    const end = length < head ? bytes.length : Math.min(at + length, bytes.length)
    if (kind === 'jp2c') {
      const picture = withoutComments(bytes.subarray(at + head, end))
      const box = Buffer.alloc(8)
      box.writeUInt32BE(picture.length + 8)
      box.write(kind, 4, 'latin1')
      kept.push(box, picture)
    } else if (kind === 'jP  ' || kind === 'ftyp' || kind === 'jp2h') kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

/** Of the main header of the picture; it ends at the first tile. */
function withoutComments(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0x90) {
    const end = at + 2 + word(bytes, at + 2)
    if (bytes[at + 1] !== 0x64) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

const word = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
const text = (bytes: Uint8Array, at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
