import { expect, it } from '@jest/globals'
import { isProblem, problem } from './problem.ts'

it('a problem is recognised by its kinds, another error is not', () => {
  expect(isProblem(problem('not-found'), 'stale-version', 'not-found')).toBe(true)
  expect(isProblem(problem('not-found'), 'stale-version')).toBe(false)
  expect(isProblem(new Error('not-found'), 'not-found')).toBe(false)
})
