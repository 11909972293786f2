import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Service, services } from '@darsi/contracts/reference/services.ts'
import { PoisonError, UnknownKeyError } from '../failure.ts'
import type { Message, Received } from './bus.ts'
import type { Sealer } from './seal.ts'

/**
 * Signs and verifies events and binds sealed personal data to its event, so that other writers to Kafka are not
 * trusted.
 */
export type EventTrust = Pick<Sealer, 'seal' | 'unseal'> & {
  sign: (message: Message & { value: string }) => Message & { value: string }
  /** @throws PoisonError when the signature is not the producer's for this topic and key */
  verify: (record: Received) => void
}

type KeySet = { keys: readonly Record<string, unknown>[] }
type Options = {
  sealer: Sealer
  /** Part of the signed bytes: signatures are valid for one system only. */
  topicPrefix: string
  /** The private keys of this process's service; the first key signs. */
  signingKeys: KeySet
  /** The public keys of all services; a key id starts with its service: `auth.<uuid>`. */
  publicKeys: KeySet
}

export const signatureHeader = 'darsi-signature'

/** @throws Error when a key is not usable */
export function createEventTrust(options: Options): EventTrust {
  const { sealer, topicPrefix } = options
  const signer = options.signingKeys.keys.map(privateOf)[0]
  if (!signer) throw new Error('EVENT_SIGNING_KEYS holds no key')
  const known = new Map(options.publicKeys.keys.map(publicOf))

  return {
    seal: sealer.seal,
    unseal: sealer.unseal,

    sign: (message) => {
      const signature = sign(null, signedBytes(topicPrefix, message), signer.key).toString('base64url')
      return { ...message, headers: { ...message.headers, [signatureHeader]: `${signer.kid} ${signature}` } }
    },

    verify: (record) => {
      const header = record.headers[signatureHeader]
      if (header === undefined) throw new PoisonError('the event is not signed')
      const [kid = '', signature = ''] = header.split(' ')
      const signedBy = known.get(kid)
      if (!signedBy)
        throw new UnknownKeyError('the event is signed with a key that this service does not know')
      if (record.headers['ce_source'] !== `/${signedBy.producer}`)
        throw new PoisonError(`${signedBy.producer} signed an event of ${record.headers['ce_source']}`)
      const bytes = signedBytes(topicPrefix, { ...record, value: record.bytes })
      if (!verify(null, bytes, signedBy.key, Buffer.from(signature, 'base64url')))
        throw new PoisonError('the signature is not of this event')
    },
  }
}

/** Topic, key, every CloudEvents attribute and the value. Tracing headers change on the way, so they are not signed. */
function signedBytes(topicPrefix: string, { topic, key, value, headers }: Message): Buffer {
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith('ce_'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const head = JSON.stringify(['darsi-event-1', topicPrefix + topic, key, attributes])
  return Buffer.concat([Buffer.from(`${head}\n`), Buffer.from(value)])
}

function privateOf(jwk: Record<string, unknown>): { kid: string; key: KeyObject } {
  // `as`: an invalid key is refused in this statement
  return { kid: String(jwk['kid']), key: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }) }
}

function publicOf(jwk: Record<string, unknown>): [string, { producer: Service; key: KeyObject }] {
  const kid = String(jwk['kid'])
  const producer = services.find((service) => kid.startsWith(`${service}.`))
  if (!producer) throw new Error(`the key ${kid} of EVENT_JWKS names no service`)
  // `as`: an invalid key is refused in this statement
  return [kid, { producer, key: createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }) }]
}
