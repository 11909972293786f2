import { describe, expect, it, jest } from '@jest/globals'
import { createBreaker } from './breaker.ts'

function setUp() {
  const clock = { now: 0 }
  const breaker = createBreaker({ now: () => clock.now })
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) breaker.note(true)
  }
  return { clock, breaker, fail }
}

describe('the circuit breaker of the mail server', () => {
  it('opens after five failures of the server in a row', () => {
    const { breaker, fail } = setUp()
    fail(4)
    breaker.note(false)
    fail(4)
    expect(breaker.mayTry()).toBe(true)
    fail(1)
    expect(breaker.mayTry()).toBe(false)
    expect(breaker.isOpen()).toBe(true)
  })

  it('lets one mail try again after a while, and all of them once that one is accepted', () => {
    const { clock, breaker, fail } = setUp()
    fail(5)
    clock.now = 15_000
    expect([breaker.isHalfOpen(), breaker.hasTripped()]).toEqual([true, true])
    expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false])
    breaker.note(false)
    expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, true])
    expect([breaker.isOpen(), breaker.hasTripped()]).toEqual([false, false])
  })

  it('stays open when the trial mail fails', () => {
    const { clock, breaker, fail } = setUp()
    fail(5)
    clock.now = 15_000
    breaker.mayTry()
    breaker.note(true)
    clock.now = 29_000
    expect(breaker.mayTry()).toBe(false)
  })

  it('stays open no longer when the clock of the machine jumps back by an hour', () => {
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now)
    const breaker = createBreaker({ retryMs: 0 })
    for (let n = 0; n < 5; n++) breaker.note(true)
    clock.mockReturnValue(now - 3600_000)
    expect(breaker.isOpen()).toBe(false)
    clock.mockRestore()
  })
})
