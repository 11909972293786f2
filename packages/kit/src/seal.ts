import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Sealer = { seal: (value: unknown) => string; unseal: (sealed: string) => unknown }

/**
 * Seals personal data with AES-256-GCM as `<key id>.<iv, tag and ciphertext in base64url>`.
 * @param eventKeys 32-byte keys in base64, comma separated: the first seals, all of them unseal, so that a key can be rotated
 * @throws Error when a key is not 32 bytes long
 */
export function createSealer(eventKeys: string): Sealer {
  const keys = eventKeys.split(',').map((text) => {
    const key = Buffer.from(text.trim(), 'base64')
    if (key.length !== 32) throw new Error('EVENT_KEY must hold keys of 32 bytes in base64')
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
  })
  const [first] = keys
  if (!first) throw new Error('EVENT_KEY holds no key')

  return {
    seal: (value) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first.key, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return `${first.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    unseal: (sealed) => {
      const [id, text] = sealed.split('.')
      const key = keys.find((candidate) => candidate.id === id)?.key
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
