import { receivers } from '@darsi/contracts/events/receivers.ts'
import { expect, it } from '@jest/globals'
import { readReceivers } from './receivers.ts'

it('packages/contracts/src/events/receivers.ts names what the services consume (npm run generate)', async () => {
  expect(receivers).toEqual(await readReceivers())
})
