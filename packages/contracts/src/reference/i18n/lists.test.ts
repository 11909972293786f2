import { expect, it } from '@jest/globals'
import { andJoined, listOf } from './lists.ts'

it.each([
  ['en', 'a phone number, a link', 'a phone number and a link', 'a link, an account and a phone number'],
  ['fr', 'a phone number, a link', 'a phone number et a link', 'a link, an account et a phone number'],
  ['ar', 'a phone number وa link', 'a phone number وa link', 'a link وan account وa phone number'],
] as const)('a list in %s has its "and" inside a sentence', (language, fact, two, three) => {
  expect(listOf(['a phone number', '', 'a link'], language)).toBe(fact)
  expect(andJoined(['a phone number', '', 'a link'], language)).toBe(two)
  expect(andJoined(['a link', 'an account', 'a phone number'], language)).toBe(three)
  expect(andJoined(['a link', ''], language)).toBe('a link')
})
