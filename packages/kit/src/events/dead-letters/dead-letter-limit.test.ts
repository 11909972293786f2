import { describe, expect, it } from '@jest/globals'
import { createDeadLetterLimit } from './dead-letter-limit.ts'

function setUp() {
  const clock = { now: 0 }
  const deadLetterLimit = createDeadLetterLimit(() => clock.now)
  const fail = (count: number) =>
    Array.from({ length: count }, () => deadLetterLimit.allows('a')).filter(Boolean).length
  return { clock, deadLetterLimit, fail }
}

describe('the limit of dead letters', () => {
  it('stop when nothing but failures of a type comes within a minute, and go on after one that is handled', () => {
    const { deadLetterLimit, fail } = setUp()
    expect(fail(30)).toBe(20)
    expect(deadLetterLimit.stopped()).toEqual(['a'])
    expect(deadLetterLimit.allows('b')).toBe(true)
    deadLetterLimit.handled('a')
    expect(deadLetterLimit.stopped()).toEqual([])
  })

  it('goes on for the time that an operator allows', () => {
    const { clock, deadLetterLimit, fail } = setUp()
    expect(fail(30)).toBe(20)
    deadLetterLimit.lift('a', 3_600_000)
    expect(fail(500)).toBe(500)
    expect(deadLetterLimit.stopped()).toEqual([])
    clock.now = 3_600_000
    expect(fail(30)).toBe(20)
  })

  it('do not stop for one bad record among a hundred good ones', () => {
    const { deadLetterLimit } = setUp()
    for (let n = 0; n < 10_000; n++) {
      if (n % 100 === 0) expect(deadLetterLimit.allows('a')).toBe(true)
      else deadLetterLimit.handled('a')
    }
  })

  it('do not stop for failures that are minutes apart', () => {
    const { clock, deadLetterLimit } = setUp()
    for (let n = 0; n < 100; n++) {
      clock.now += 5000
      expect(deadLetterLimit.allows('a')).toBe(true)
    }
  })
})
