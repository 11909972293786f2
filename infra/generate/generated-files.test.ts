import { readFileSync } from 'node:fs'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import { expect, it } from '@jest/globals'
import { withConfiguration } from './configuration.ts'
import { readReceivers } from './receivers.ts'
import { withRetention } from './retention.ts'

it('packages/contracts/src/events/receivers.ts names what the services consume (npm run generate)', async () => {
  expect(receivers).toEqual(await readReceivers())
})

it('docs/reference.md lists the configuration that the processes read (npm run generate)', () => {
  const committed = readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8')
  expect(committed).toBe(withConfiguration(committed))
})

it('docs/security.md lists the periods that the jobs go by (npm run generate)', () => {
  const committed = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  expect(committed).toBe(withRetention(committed))
})
