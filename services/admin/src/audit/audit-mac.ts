import { createHash, createHmac } from 'node:crypto'
import { keysIn } from '@darsi/kit/events/seal.ts'
import type { Entry } from './audit-action.ts'

type Written = Omit<Entry, 'hash'>
export type AuditMac = {
  keyId: string
  hashOf: (entry: Written) => string
  /** Names these values without showing them. */
  markOf: (values: readonly unknown[]) => string
}

/**
 * The seal of an entry: HMAC-SHA-256 with the key that the entry names, so that write access to the database is not
 * enough to make one.
 * @param list AUDIT_KEY: the first key seals, all of them check
 */
export function createAuditMac(list: string): AuditMac {
  const keys = new Map(keysIn(list).map((key) => [idOf(key), key]))
  const [keyId = ''] = keys.keys()
  const hmac = (secret: Buffer, values: readonly unknown[]) =>
    createHmac('sha256', secret).update(JSON.stringify(values))
  return {
    keyId,
    markOf: (values) => hmac(keys.get(keyId) ?? Buffer.alloc(0), values).digest('base64url'),
    hashOf: ({ _id, sequence, action, by, target, detail, shown, at, previous, key }) => {
      const fields = [previous, sequence, _id, action, by, target, detail, shown, at.toISOString()]
      const secret = keys.get(key)
      // an entry without a seal counts as changed
      if (!secret) return ''
      return hmac(secret, [...fields, key]).digest('hex')
    },
  }
}

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)
