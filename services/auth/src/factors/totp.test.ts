import { describe, expect, it } from '@jest/globals'
import { matchedStep, newTotpSecret, totpUri } from './totp.ts'

// RFC 6238, appendix B: the SHA-1 secret "12345678901234567890", codes cut to six digits
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('a time-based code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('is the one of RFC 6238 at %i s', (seconds, code) => {
    expect(matchedStep(secret, code, 0, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('may be one step early or late, not two', () => {
    const step = Math.floor(1_234_567_890 / 30)
    expect(matchedStep(secret, '005924', 0, at(1_234_567_890 + 30))).toBe(step)
    expect(matchedStep(secret, '005924', 0, at(1_234_567_890 - 30))).toBe(step)
    expect(matchedStep(secret, '005924', 0, at(1_234_567_890 + 60))).toBeNull()
  })

  it('of a step that was used, or of an earlier one, is refused', () => {
    const step = Math.floor(1_234_567_890 / 30)
    expect(matchedStep(secret, '005924', step, at(1_234_567_890))).toBeNull()
  })

  it.each(['', '00592', '0059244', 'abcdef', '００５９２４'])('%s is no code', (code) => {
    expect(matchedStep(secret, code, 0, at(1_234_567_890))).toBeNull()
  })

  it('comes from a secret of 160 bits, shown as an address', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(totpUri(secret, 'amal@example.tn')).toBe(
      `otpauth://totp/Darsi:amal%40example.tn?issuer=Darsi&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})
