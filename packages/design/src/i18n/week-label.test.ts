import { expect, it } from '@jest/globals'
import { weekLabel } from './week-label.ts'

// a dash between two numbers would put the later day to the left, beside hours that are drawn from left to right
it.each([
  ['en', '23–28 November', '30 November–5 December'],
  ['fr', '23–28 novembre', '30 novembre–5 décembre'],
  ['ar', 'من 23 إلى 28 نوفمبر', 'من 30 نوفمبر إلى 5 ديسمبر'],
] as const)('the days of a week in %s', (language, inOneMonth, inTwo) => {
  expect(weekLabel('2026-11-23', language)).toBe(inOneMonth)
  expect(weekLabel('2026-11-30', language)).toBe(inTwo)
})
