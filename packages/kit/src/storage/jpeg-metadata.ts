/** A JPEG without its metadata segments (EXIF, XMP, IPTC, comments); the picture is not re-encoded. */
export function withoutJpegMetadata(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // the compressed picture starts here: no metadata segment can follow
    if (marker === 0xda) break
    const end = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

/**
 * APP1 (EXIF, XMP), APP3 to APP13 (IPTC and others) and comments. APP0, APP2 and APP14 are needed to read the colours.
 */
function isMetadata(marker: number): boolean {
  return marker === 0xe1 || (marker >= 0xe3 && marker <= 0xed) || marker === 0xef || marker === 0xfe
}
