import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { UnknownKeyError } from '../failure.ts'

export type Sealer = {
  /** The id of the first key, with which sealed texts start. */
  keyId: string
  /** Whether values may exist that an older key sealed. */
  hasOlderKeys: boolean
  /** Whether this process has the key of a sealed text. */
  knows: (sealed: string) => boolean
  /** @param bound additional data: the sealed text opens only with the same additional data */
  seal: (value: unknown, bound?: string) => string
  unseal: (sealed: string, bound?: string) => unknown
}

/**
 * Seals personal data with AES-256-GCM as `<key id>.<iv, tag and ciphertext in base64url>`; values bound to additional
 * data have `2.` after the key id.
 * @param list as `keysIn` reads it: the first key seals, all of them unseal
 * @throws Error when a key is not 32 bytes long
 */
export function createSealer(list: string): Sealer {
  const keys = keysIn(list)
  const [first] = keys
  const firstId = idOf(first)
  const known = new Map(keys.map((key) => [idOf(key), key]))

  return {
    keyId: firstId,
    hasOlderKeys: keys.length > 1,
    knows: (sealed) => known.has(sealed.split('.')[0] ?? ''),
    seal: (value, bound) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first, iv)
      if (bound !== undefined) cipher.setAAD(Buffer.from(bound))
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      const mark = bound === undefined ? '' : boundMark
      return `${firstId}.${mark}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    unseal: (sealed, bound) => {
      const id = sealed.split('.')[0] ?? ''
      const text = sealed.slice(id.length + 1 + (isBound(sealed) ? boundMark.length : 0))
      const key = known.get(id)
      if (!key || !text) throw new UnknownKeyError('sealed with a key that this service does not have')
      if (isBound(sealed) !== (bound !== undefined)) throw new Error('sealed for another use')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      if (bound !== undefined) decipher.setAAD(Buffer.from(bound))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'),
      )
    },
  }
}

const boundMark = '2.'

/** Whether a sealed text is bound to additional data. */
function isBound(sealed: string): boolean {
  return sealed.split('.').length === 3
}

/**
 * Parses the keys of a variable such as EVENT_KEY: 32 bytes each in base64, comma separated. The first key seals; the
 * others open older values, so that keys can be rotated.
 * @throws Error when a key is not 32 bytes long
 */
export function keysIn(text: string): readonly [Buffer, ...Buffer[]] {
  const [first = '', ...others] = text.split(',')
  return [keyOf(first), ...others.map(keyOf)]
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new Error('a sealing key must be 32 bytes in base64')
  return key
}

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)
