import { describe, expect, it } from '@jest/globals'
import { isOver } from './revocations.ts'

const openedAt = Date.parse('2026-11-21T10:00:00.700Z')
const seconds = Math.floor(openedAt / 1000)

describe('a stream ends', () => {
  it.each([
    ['when its session was ended', '1', null, true],
    ['when every older token of the account was refused since', null, String(seconds + 60), true],
    ['when that was in the second in which it was opened', null, String(seconds), true],
    ['not for what was refused before it was opened', null, String(seconds - 1), false],
    ['not otherwise', null, null, false],
  ])('%s', (_name, session, before, over) => {
    expect(isOver({ openedAt }, session, before)).toBe(over)
  })
})
