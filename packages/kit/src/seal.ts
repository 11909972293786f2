import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Sealer = { seal: (value: unknown) => string; unseal: (sealed: string) => unknown }

/**
 * Seals personal data with AES-256-GCM as `<key id>.<iv, tag and ciphertext in base64url>`.
 * @param eventKey as `eventKeys` reads it: the first key seals, all of them unseal
 * @throws Error when a key is not 32 bytes long
 */
export function createSealer(eventKey: string): Sealer {
  const keys = eventKeys(eventKey)
  const [first] = keys
  const firstId = idOf(first)
  const known = new Map(keys.map((key) => [idOf(key), key]))

  return {
    seal: (value) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return `${firstId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    unseal: (sealed) => {
      const [id = '', text] = sealed.split('.')
      const key = known.get(id)
      if (!key || !text) throw new Error('sealed with a key that this service does not have')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'),
      )
    },
  }
}

/**
 * The keys of EVENT_KEY: 32 bytes each in base64, comma separated; new is made by the first, and what any of them
 * made counts, so that a key can be rotated.
 * @throws Error when a key is not 32 bytes long
 */
export function eventKeys(text: string): readonly [Buffer, ...Buffer[]] {
  const [first = '', ...others] = text.split(',')
  return [keyOf(first), ...others.map(keyOf)]
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new Error('EVENT_KEY must hold keys of 32 bytes in base64')
  return key
}

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)
