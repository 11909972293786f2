import { expect, it } from '@jest/globals'
import { frameLimit } from './board-socket.ts'

it('a socket may send 3,000 frames in ten seconds, then it may no more until they are over', () => {
  let now = 0
  const isWithinLimit = frameLimit(() => now)
  const allowed = () => Array.from({ length: 3001 }, isWithinLimit)
  expect(allowed().indexOf(false)).toBe(3000)
  now = 9_999
  expect(isWithinLimit()).toBe(false)
  now = 10_000
  expect(isWithinLimit()).toBe(true)
})
