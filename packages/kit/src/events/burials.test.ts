import { describe, expect, it } from '@jest/globals'
import { createBurials } from './burials.ts'

function setUp() {
  const clock = { now: 0 }
  const burials = createBurials(() => clock.now)
  const fail = (count: number) =>
    Array.from({ length: count }, () => burials.mayBury('a')).filter(Boolean).length
  return { clock, burials, fail }
}

describe('burials of dead letters', () => {
  it('stop when nothing but failures of a type comes within a minute, and go on after one that is handled', () => {
    const { burials, fail } = setUp()
    expect(fail(30)).toBe(20)
    expect(burials.stopped()).toEqual(['a'])
    expect(burials.mayBury('b')).toBe(true)
    burials.handled('a')
    expect(burials.stopped()).toEqual([])
  })

  it('do not stop for one bad record among a hundred good ones', () => {
    const { burials } = setUp()
    for (let n = 0; n < 10_000; n++) {
      if (n % 100 === 0) expect(burials.mayBury('a')).toBe(true)
      else burials.handled('a')
    }
  })

  it('do not stop for failures that are minutes apart', () => {
    const { clock, burials } = setUp()
    for (let n = 0; n < 100; n++) {
      clock.now += 5000
      expect(burials.mayBury('a')).toBe(true)
    }
  })
})
