import { expect, it } from '@jest/globals'
import { neutralName } from './neutral-name.ts'

it.each([
  ['image/jpeg', 'en', 'Photo, 24 Nov.jpg'],
  ['image/png', 'fr', 'Photo, 24 nov.png'],
  ['application/pdf', 'ar', 'وثيقة، 24 نوفمبر.pdf'],
] as const)('%s in %s: %s', (type, language, name) => {
  expect(neutralName(type, language, new Date('2026-11-24T10:15:30Z'))).toBe(name)
})
