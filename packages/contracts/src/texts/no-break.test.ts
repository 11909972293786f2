import { expect, it } from '@jest/globals'
import { languages } from '../reference/languages.ts'
import { noBreak } from './no-break.ts'

it('a French mark stays on the line of its word', () => {
  expect(noBreak('Vous avez dit « oui » ? Alors : {name} !', 'fr')).toBe(
    'Vous avez dit «\u00a0oui\u00a0»\u00a0? Alors\u00a0: {name}\u00a0!',
  )
})

it('other languages stay as they are', () => {
  expect(noBreak('a : b', 'en')).toBe('a : b')
})

it('no line begins with the point between two parts, in any language', () => {
  for (const language of languages) expect(noBreak('a · b', language)).toBe('a\u00a0· b')
})
