import { createECDH } from 'node:crypto'
import { keysIn } from '@darsi/kit/events/seal.ts'

type PushKey = { publicKey: string; privateKey: string }
export type PushKeys = readonly [PushKey, ...PushKey[]]

/**
 * The key pairs of a list of keys: each is the private number of a P-256 pair (VAPID, RFC 8292). Browsers subscribe
 * with the first; a device that subscribed with an older one is still reached with that one.
 * @throws Error for a number outside of the curve, which random 32 bytes practically never are
 */
export function pushKeysIn(list: string): PushKeys {
  const [first, ...older] = keysIn(list)
  return [pairOf(first), ...older.map(pairOf)]
}

function pairOf(key: Buffer): PushKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(key)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: key.toString('base64url') }
}
