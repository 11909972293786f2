import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { type ServiceName, services } from '../process/site-ports.ts'
import { type KeySet, publicHalves } from './rotation.ts'

/** Each service signs its events with its own keys; `EVENT_JWKS` has the public keys of all. */
type SigningVariable = `EVENT_SIGNING_KEYS_${Uppercase<ServiceName>}`
export type EventKeys = Record<SigningVariable | 'EVENT_JWKS', string>

// `as`: made of the name above
export const signingVariable = (service: ServiceName) =>
  `EVENT_SIGNING_KEYS_${service.toUpperCase()}` as SigningVariable

/** The service whose events are signed with a variable's keys. */
export function signerOf(variable: string): ServiceName | undefined {
  return services.find((service) => signingVariable(service) === variable)
}

/** The keys that are missing; the public keys are derived from the private ones. */
export function missingEventKeys(existing: Readonly<Record<string, unknown>>): Partial<EventKeys> {
  const lacking = services.filter((service) => !existing[signingVariable(service)])
  if (lacking.length === 0 && existing['EVENT_JWKS']) return {}
  const fresh = Object.fromEntries(
    lacking.map((service) => [signingVariable(service), JSON.stringify({ keys: [newEventKey(service)] })]),
  )
  return { ...fresh, EVENT_JWKS: publicEventKeys({ ...existing, ...fresh }) }
}

/** The key id names the service whose events it may sign. */
export function newEventKey(service: ServiceName) {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: `${service}.${randomUUID()}`,
    alg: 'EdDSA',
    use: 'sig',
  }
}

export function publicEventKeys(all: Readonly<Record<string, unknown>>): string {
  // `as`: written by `missingEventKeys`
  const sets = services.map((service) => JSON.parse(String(all[signingVariable(service)])) as KeySet)
  return JSON.stringify(publicHalves({ keys: sets.flatMap(({ keys }) => keys) }))
}
