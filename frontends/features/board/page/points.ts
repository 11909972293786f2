/** A point in page units; pressure from 0 to 1 where the device reports it. */
export type Point = { readonly x: number; readonly y: number; readonly pressure?: number }

// a quarter of a unit is finer than a pixel at every zoom level
const grid = 4
const pressureEvery = 4
const pressureSteps = 255

/** Differences between neighbouring points as zig-zag varints: a stroke of 60 points takes about 130 bytes. */
export function packPoints(points: readonly Point[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let before = { x: 0, y: 0 }
  for (const point of points) {
    const now = { x: Math.round(point.x * grid), y: Math.round(point.y * grid) }
    putNumber(bytes, now.x - before.x)
    putNumber(bytes, now.y - before.y)
    before = now
  }
  return Uint8Array.from(bytes)
}

/** The bytes come from other people's browsers. Decoding stops at the first invalid one. */
export function unpackPoints(bytes: Uint8Array, pressures?: Uint8Array): readonly Point[] {
  const points: Point[] = []
  const reader = { at: 0, bytes }
  let x = 0
  let y = 0
  while (reader.at < bytes.length) {
    const dx = takeNumber(reader)
    const dy = takeNumber(reader)
    if (dx === null || dy === null) break
    x += dx
    y += dy
    const pressure = pressures?.[Math.floor(points.length / pressureEvery)]
    points.push({
      x: x / grid,
      y: y / grid,
      ...(pressure !== undefined && { pressure: pressure / pressureSteps }),
    })
  }
  return points
}

/** One pressure for every fourth point; null if the device reports none (a mouse, a finger). */
export function packPressures(points: readonly Point[]): Uint8Array<ArrayBuffer> | null {
  if (points.every(({ pressure }) => pressure === undefined)) return null
  const kept = points.filter((_, index) => index % pressureEvery === 0)
  return Uint8Array.from(kept, ({ pressure = 0.5 }) =>
    Math.round(Math.min(Math.max(pressure, 0), 1) * pressureSteps),
  )
}

function putNumber(bytes: number[], value: number): void {
  let rest = ((value << 1) ^ (value >> 31)) >>> 0
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

function takeNumber(reader: { at: number; bytes: Uint8Array }): number | null {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) return null
    value |= (byte & 127) << shift
    if (byte < 128) return (value >>> 1) ^ -(value & 1)
  }
  return null
}
