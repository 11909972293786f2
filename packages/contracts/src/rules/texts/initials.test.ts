import { expect, it } from '@jest/globals'
import { initials } from './initials.ts'

it.each([
  ['Mariem Ben Salah', 'MS'],
  ['Nour', 'N'],
  ['محمد علي الطرابلسي', 'م\u200cط'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
