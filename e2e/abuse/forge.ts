import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import { stolen } from '../support/site.ts'

type Jwk = { kid: string; x: string } & Record<string, string>
type Parts = { header?: object; claims?: object; key?: KeyObject }

const first = (jwks: string): Jwk => JSON.parse(jwks).keys[0]
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
export const seconds = () => Math.floor(Date.now() / 1000)

/** A key that no service trusts. */
export const otherKey = generateKeyPairSync('ed25519').privateKey

const keyOf = (jwk: Jwk) => createPrivateKey({ key: jwk, format: 'jwk' })

/** A token as auth would sign it for this caller, except for the given parts. */
export function forged(sub: string, { header, claims, key }: Parts = {}): string {
  const jwk = first(stolen().authKeys)
  const head = { alg: 'EdDSA', typ: accessToken.type, kid: jwk.kid, ...header }
  const body = {
    role: 'super-admin',
    sid: 'forged',
    auth_time: seconds(),
    iss: accessToken.issuer,
    aud: accessToken.audience,
    sub,
    iat: seconds(),
    exp: seconds() + 600,
    ...claims,
  }
  const input = `${encode(head)}.${encode(body)}`
  return `${input}.${sign(null, Buffer.from(input), key ?? keyOf(jwk)).toString('base64url')}`
}

/** Algorithm confusion: the public key used as a shared secret. */
export function signedWithPublicKey(sub: string): string {
  const { x, kid } = first(stolen().authKeys)
  const [, body = ''] = forged(sub).split('.')
  const input = `${encode({ alg: 'HS256', typ: accessToken.type, kid })}.${body}`
  return `${input}.${createHmac('sha256', Buffer.from(x, 'base64url')).update(input).digest('base64url')}`
}

export function unsigned(sub: string, alg = 'none'): string {
  const [, body = ''] = forged(sub).split('.')
  return `${encode({ alg, typ: accessToken.type })}.${body}.`
}

/** The gateway's identity token for one service, signed with the gateway's key unless another is given. */
export function identityFor(service: string, { claims, key }: Parts = {}): string {
  const jwk = first(stolen().identityKeys)
  const head = { alg: 'EdDSA', typ: 'darsi-identity+jwt', kid: jwk.kid }
  const body = {
    iss: 'darsi-gateway',
    aud: service,
    sub: 'forged',
    role: 'super-admin',
    sid: 'forged',
    auth_time: seconds(),
    iat: seconds(),
    exp: seconds() + 60,
    ...claims,
  }
  const input = `${encode(head)}.${encode(body)}`
  return `${input}.${sign(null, Buffer.from(input), key ?? keyOf(jwk)).toString('base64url')}`
}
