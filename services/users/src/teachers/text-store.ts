type Chunk = { bytes: Buffer; used: number; live: number }

const chunkSize = 4 * 2 ** 20

/**
 * Texts by slot, outside the garbage collector's reach: a million of them are a few large buffers. A chunk of which
 * less than half is still needed is moved to the current one, so a change costs little and memory stays bounded.
 */
export function textStore() {
  let chunks: (Chunk | null)[] = []
  let current: { chunk: Chunk; number: number } | undefined
  let chunkOf = new Uint16Array(1024)
  let startOf = new Uint32Array(1024)
  let lengthOf = new Uint32Array(1024)

  const reserve = (length: number) => {
    if (current && current.chunk.used + length <= current.chunk.bytes.length) return current
    const chunk = { bytes: Buffer.allocUnsafeSlow(Math.max(chunkSize, length)), used: 0, live: 0 }
    const free = chunks.indexOf(null)
    const number = free < 0 ? chunks.length : free
    chunks[number] = chunk
    current = { chunk, number }
    return current
  }

  const write = (slot: number, bytes: Uint8Array) => {
    const { chunk, number } = reserve(bytes.length)
    chunk.bytes.set(bytes, chunk.used)
    chunkOf[slot] = number
    startOf[slot] = chunk.used
    lengthOf[slot] = bytes.length
    chunk.used += bytes.length
    chunk.live += bytes.length
  }

  const bytesOf = (slot: number): Buffer => {
    const start = startOf[slot] ?? 0
    const chunk = chunks[chunkOf[slot] ?? 0]
    if (!chunk) throw new Error(`no text in slot ${slot}`)
    return chunk.bytes.subarray(start, start + (lengthOf[slot] ?? 0))
  }

  const moveAway = (number: number) => {
    for (let slot = 0; slot < lengthOf.length; slot++)
      if (chunkOf[slot] === number && lengthOf[slot]) write(slot, bytesOf(slot))
    chunks[number] = null
  }

  const remove = (slot: number) => {
    const number = chunkOf[slot] ?? 0
    const chunk = chunks[number]
    const length = lengthOf[slot] ?? 0
    if (!chunk || length === 0) return
    chunk.live -= length
    lengthOf[slot] = 0
    if (number !== current?.number && chunk.live < chunk.bytes.length / 2) moveAway(number)
  }

  return {
    get: (slot: number): string => bytesOf(slot).toString('utf8'),
    set: (slot: number, text: string): void => {
      if (slot >= lengthOf.length) {
        const capacity = Math.max(slot + 1, Math.ceil(lengthOf.length * 1.5))
        chunkOf = grown(chunkOf, new Uint16Array(capacity))
        startOf = grown(startOf, new Uint32Array(capacity))
        lengthOf = grown(lengthOf, new Uint32Array(capacity))
      }
      remove(slot)
      write(slot, Buffer.from(text))
    },
    remove,
    clear: (): void => {
      chunks = []
      current = undefined
      lengthOf.fill(0)
    },
    bytes: (): number => chunks.reduce((sum, chunk) => sum + (chunk?.bytes.length ?? 0), 0),
  }
}

export function grown<A extends { set: (from: A) => void }>(old: A, larger: A): A {
  larger.set(old)
  return larger
}
