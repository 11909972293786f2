import { expect, it } from '@jest/globals'
import { lastMinutes, newsBetween } from './room-news.ts'

const person = (userId: string, more: object = {}) => ({
  ...{ userId, name: userId.toUpperCase(), part: 'learner' as const, present: true, mayWrite: false },
  ...{ waiting: false, draws: true },
  ...{ handRaised: false, line: null, ...more },
})

it('announces each change once: joined, left, raised a hand, room state', () => {
  const before = {
    state: 'lobby' as const,
    people: [person('a'), person('b', { present: false }), person('c')],
  }
  const after = {
    state: 'live' as const,
    people: [person('a', { present: false }), person('b'), person('c', { handRaised: true })],
  }
  expect(newsBetween(before, after, 'me')).toEqual([
    { kind: 'left', name: 'A' },
    { kind: 'came', name: 'B' },
    { kind: 'hand', name: 'C' },
    { kind: 'live' },
  ])
  expect(newsBetween(after, after, 'me')).toEqual([])
  expect(newsBetween(null, after, 'me')).toEqual([])
})

it('does not announce the own arrival, but announces the right to write', () => {
  const live = (mayWrite: boolean, present = true) => ({
    state: 'live' as const,
    people: [person('me', { mayWrite, present })],
  })
  expect(newsBetween(live(false, false), live(false), 'me')).toEqual([])
  expect(newsBetween(live(false), live(true), 'me')).toEqual([{ kind: 'mayWrite' }])
  expect(newsBetween(live(true), live(false), 'me')).toEqual([{ kind: 'mayNotWrite' }])
})

it('counts down the last five minutes', () => {
  const end = '2026-11-23T17:00:00Z'
  const at = Date.parse(end)
  expect(lastMinutes(end, at - 5 * 60_000 - 1)).toBeNull()
  expect(lastMinutes(end, at - 5 * 60_000)).toBe(5)
  expect(lastMinutes(end, at - 1)).toBe(1)
  expect(lastMinutes(end, at)).toBeNull()
})
