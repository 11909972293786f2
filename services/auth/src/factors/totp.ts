import { productName } from '@darsi/contracts/texts/product.ts'
import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30

/** 160 random bits in base32, the form that authenticator apps read. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function totpUri(secret: string, label: string): string {
  return totp(secret, label).toString()
}

/**
 * The time step of a code, with one step of tolerance to either side; null for a wrong code and for an already used
 * step (RFC 6238 §5.2).
 */
export function matchedStep(secret: string, code: string, lastStep: number, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '')
  // the library compares bytes and throws when there are more bytes than digits
  if (!/^[0-9]{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = totp(secret, '').validate({ token, timestamp, window: 1 })
  if (delta === null) return null
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta
  return step > lastStep ? step : null
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: productName.en, label, secret: Secret.fromBase32(secret), period: stepSeconds })
}
