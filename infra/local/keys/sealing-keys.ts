import { randomBytes } from 'node:crypto'
import { services } from '../process/site-ports.ts'

/** Symmetric keys, one per purpose, and the services that read them; a test compares this with their schemas. */
export const sealingKeys = {
  EVENT_KEY: services,
  FACTOR_KEY: ['auth'],
  PERSON_KEY: ['auth'],
  PROOF_KEY: ['auth', 'admin'],
  MESSAGE_KEY: ['users'],
  FILE_KEY: ['users'],
  FEED_KEY: ['availability'],
  BOARD_KEY: ['classroom'],
  LIVEKIT_SECRET: ['classroom'],
  ALERT_KEY: ['admin'],
  AUDIT_KEY: ['admin'],
  EVIDENCE_KEY: ['admin'],
  MAIL_KEY: ['notifications'],
  PUSH_KEY: ['notifications'],
} as const satisfies Record<string, readonly (typeof services)[number][]>

export type SealingKey = keyof typeof sealingKeys

// `as`: the keys of the table above
export const sealingKeyNames = Object.keys(sealingKeys) as SealingKey[]

/** All keys in one list, for a search that opens what any service sealed. */
export const everyKeyOf = (secrets: Readonly<Record<SealingKey, string>>): string =>
  sealingKeyNames.map((name) => secrets[name]).join(',')

export const newSealingKey = (): string => randomBytes(32).toString('base64')

/** New keys for the variables that have none. */
export function missingKeys(
  existing: Readonly<Record<string, unknown>>,
): Partial<Record<SealingKey, string>> {
  const missing = sealingKeyNames.filter((name) => !existing[name])
  return Object.fromEntries(missing.map((name) => [name, newSealingKey()]))
}

/** The keys of one service. */
export function keysOf<K extends string>(
  service: string,
  all: Readonly<Record<K, string>>,
): Record<string, string> {
  const readers: Readonly<Record<string, readonly string[]>> = sealingKeys
  return Object.fromEntries(Object.entries<string>(all).filter(([name]) => readers[name]?.includes(service)))
}
