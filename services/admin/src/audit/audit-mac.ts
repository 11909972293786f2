import { createHash, createHmac } from 'node:crypto'
import { keysIn } from '@darsi/kit/events/seal.ts'
import type { Entry } from './audit-entry.ts'

type Written = Omit<Entry, 'hash'>
export type AuditMac = { keyId: string; hashOf: (entry: Written) => string }

/**
 * The seal of an entry: HMAC-SHA-256 with the key that the entry names, so that write access to the database is not
 * enough to make one.
 * @param list AUDIT_KEY: the first key seals, all of them check
 */
export function createAuditMac(list: string): AuditMac {
  const keys = new Map(keysIn(list).map((key) => [idOf(key), key]))
  const [keyId = ''] = keys.keys()
  return {
    keyId,
    hashOf: ({ _id, sequence, action, by, target, detail, at, previous, key }) => {
      const fields = [previous, sequence, _id, action, by, target, detail, at.toISOString()]
      const secret = keys.get(key)
      // an entry without a seal counts as changed
      if (!secret) return ''
      return createHmac('sha256', secret)
        .update(JSON.stringify([...fields, key]))
        .digest('hex')
    },
  }
}

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)
