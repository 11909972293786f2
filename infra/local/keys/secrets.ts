import { randomUUID, webcrypto } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventKeys, missingEventKeys } from './event-keys.ts'
import { publicHalves } from './rotation.ts'
import { missingKeys, type SealingKey } from './sealing-keys.ts'

export type Secrets = { AUTH_KEYS: string; IDENTITY_KEYS: string; IDENTITY_JWKS: string } & EventKeys &
  Record<SealingKey, string>

/**
 * The keys of a local system, created once and kept, readable by their owner only; missing ones are added.
 */
export async function secretsIn(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets', 'secrets.json')
  // `as`: written below
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Secrets) : null
  const missing = kept && { ...missingKeys(kept), ...missingEventKeys(kept) }
  if (kept && Object.keys(missing ?? {}).length === 0) return kept
  const secrets = kept ? { ...kept, ...missing } : await newSecrets()
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  // atomic, also when we are killed meanwhile
  writeFileSync(`${file}.part`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${file}.part`, file)
  return secrets
}

/** New keys: Ed25519 for auth and the gateway, 32 random bytes for each sealing purpose. */
export async function newSecrets(): Promise<Secrets> {
  const auth = { keys: [await newKey()] }
  const identity = { keys: [await newKey()] }
  return {
    AUTH_KEYS: JSON.stringify(auth),
    IDENTITY_KEYS: JSON.stringify(identity),
    IDENTITY_JWKS: JSON.stringify(publicHalves(identity)),
    // `as`: nothing exists yet, so all keys are created
    ...(missingKeys({}) as Record<SealingKey, string>),
    ...(missingEventKeys({}) as EventKeys),
  }
}

/** A private Ed25519 key as JWK. */
export async function newKey() {
  const { subtle } = webcrypto
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  // `as`: Ed25519 gives a pair, never a single key
  const { privateKey } = pair as webcrypto.CryptoKeyPair
  const { key_ops: _uses, ext: _extractable, ...jwk } = await subtle.exportKey('jwk', privateKey)
  return { ...jwk, kid: randomUUID(), alg: 'EdDSA', use: 'sig' }
}
