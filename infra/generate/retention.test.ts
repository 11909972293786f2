import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { withRetention } from './retention.ts'

it('docs/security.md lists the periods that the jobs go by (npm run generate)', () => {
  const committed = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  expect(committed).toBe(withRetention(committed))
})
