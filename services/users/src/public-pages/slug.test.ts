import { expect, it } from '@jest/globals'
import { checkSlug } from './slug.ts'

it.each(['snap-karim', 'ig-karim-prof', 'karim-insta', 'prof-20123456'])('%s is refused', (slug) => {
  expect(() => checkSlug(slug)).toThrow()
})

it.each(['karim-jaziri', 'maths-ben-arous', 'amel-ben-salah-2'])('%s is an address', (slug) => {
  expect(() => checkSlug(slug)).not.toThrow()
})
