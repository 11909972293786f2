import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** One batch of documents of one collection, as raw BSON, so that number types survive a backup and a restore. */
export type Batch = {
  service: string
  collection: string
  documents: Uint8Array[]
  /** When the export of this section started. */
  at: Date
}
type Header = { service: string; at: string; salt: string; n: number; r: number; p: number }

/** What one service's database provides for its section of the backup. */
export type Source = {
  service: string
  collections: AsyncIterable<{ name: string; documents: AsyncIterable<Uint8Array> }>
}

export class BackupBroken extends Error {}

const magic = 'darsi-backup-1 '
const batchBytes = 1024 * 1024
const maxFrame = 64 * batchBytes
const cost = { n: 2 ** 15, r: 8, p: 1 }
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const pack = promisify<Uint8Array, object, Buffer>(gzip)
const unpack = promisify<Uint8Array, Buffer>(gunzip)

/**
 * One service's section of a backup: a header line, then length-prefixed frames of AES-256-GCM. The key is derived with
 * scrypt from the passphrase and the section's own salt. The frame number is the nonce and the last frame is marked, so
 * a missing, moved or truncated frame is detected. Sections follow one another in a file.
 */
export async function* encrypted(
  { service, collections }: Source,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16)
  const header: Header = { service, at: new Date().toISOString(), salt: salt.toString('base64'), ...cost }
  const line = `${magic}${JSON.stringify(header)}\n`
  yield Buffer.from(line)
  const key = await keyOf(passphrase, header)
  let number = 0
  const frame = async (name: string, documents: readonly Uint8Array[], isLast = false) => {
    const content = Buffer.concat([Buffer.from(`${JSON.stringify(name)}\n`), ...documents])
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++))
    cipher.setAAD(Buffer.from(`${line}${isLast ? 'last' : 'more'}`))
    const body = Buffer.concat([cipher.update(await pack(content, { level: 1 })), cipher.final()])
    const length = Buffer.alloc(5)
    length.writeUInt32BE(body.length + 16)
    length.writeUInt8(isLast ? 1 : 0, 4)
    return Buffer.concat([length, body, cipher.getAuthTag()])
  }
  for await (const { name, documents } of collections) {
    let batch: Uint8Array[] = []
    let size = 0
    for await (const document of documents) {
      // copied: the driver may reuse the buffer
      batch.push(Buffer.from(document))
      size += document.length
      if (size < batchBytes) continue
      yield await frame(name, batch)
      batch = []
      size = 0
    }
    // written for an empty collection too: the restore must know that it was empty
    yield await frame(name, batch)
  }
  yield await frame('', [], true)
}

/**
 * Yields the batches of a whole backup file in order.
 * @throws BackupBroken when the passphrase is wrong or the file was changed
 */
export async function* decrypted(file: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Batch> {
  const reader = readerOf(file)
  for (;;) {
    const line = await reader.line()
    if (line === null) return
    const header = headerOf(line)
    const key = await keyOf(passphrase, header)
    for (let number = 0; ; number++) {
      const head = await reader.bytes(5)
      const length = head.readUInt32BE()
      if (length < 16 || length > maxFrame) throw new BackupBroken('a frame has an impossible length')
      const isLast = head.readUInt8(4) === 1
      const body = await reader.bytes(length)
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number))
      decipher.setAAD(Buffer.from(`${line}\n${isLast ? 'last' : 'more'}`))
      decipher.setAuthTag(body.subarray(length - 16))
      const content = await opened(decipher, body.subarray(0, length - 16))
      if (isLast) break
      const end = content.indexOf('\n')
      // `as`: written by `frame`
      const collection = JSON.parse(content.subarray(0, end).toString()) as string
      const documents = split(content.subarray(end + 1))
      yield { service: header.service, collection, documents, at: new Date(header.at) }
    }
  }
}

async function opened(decipher: ReturnType<typeof createDecipheriv>, body: Buffer): Promise<Buffer> {
  try {
    return await unpack(Buffer.concat([decipher.update(body), decipher.final()]))
  } catch (cause) {
    throw new BackupBroken('the passphrase is not the one, or the file is damaged', { cause })
  }
}

/** BSON documents start with their length. */
function split(bytes: Buffer): Uint8Array[] {
  const documents: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readInt32LE(at)
    documents.push(bytes.subarray(at, at + length))
    at += length
  }
  return documents
}

function headerOf(line: string): Header {
  if (!line.startsWith(magic)) throw new BackupBroken('this is no backup of ours')
  try {
    // `as`: written by `encrypted`; the first frame proves it
    const header = JSON.parse(line.slice(magic.length)) as Header
    // limits the scrypt cost: a forged header must not keep us busy for hours
    if (header.n > 2 ** 20 || header.r > 16 || header.p > 4) throw new Error('too dear')
    return header
  } catch (cause) {
    throw new BackupBroken('a section has no readable header', { cause })
  }
}

const keyOf = (passphrase: string, { salt, n, r, p }: Header): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, { N: n, r, p, maxmem: 256 * n * r })

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

function readerOf(file: AsyncIterable<Uint8Array>) {
  const chunks = file[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done) return false
    rest = Buffer.concat([rest, value])
    return true
  }
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }
  return {
    /** One line without its line feed; null at the end of the file. */
    line: async (): Promise<string | null> => {
      while (!rest.includes(10)) {
        if (rest.length > 4096) throw new BackupBroken('this is no backup of ours')
        if (await more()) continue
        if (rest.length === 0) return null
        throw new BackupBroken('the file ends too early')
      }
      const line = take(rest.indexOf(10)).toString()
      take(1)
      return line
    },
    bytes: async (length: number): Promise<Buffer> => {
      while (rest.length < length) if (!(await more())) throw new BackupBroken('the file ends too early')
      return take(length)
    },
  }
}
