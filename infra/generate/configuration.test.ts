import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { withConfiguration } from './configuration.ts'

it('docs/reference.md lists the configuration that the processes read (npm run generate)', () => {
  const committed = readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8')
  expect(committed).toBe(withConfiguration(committed))
})
