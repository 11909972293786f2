import { expect, it } from '@jest/globals'
import { missingNeeds } from './proofs.ts'

it('what is missing for the approval is named in the order of the setting', () => {
  const required = ['address', 'profile', 'identity', 'diploma'] as const
  const accepted = [{ kind: 'diploma' as const }]
  expect(missingNeeds(required, { hasAddress: true, hasProfile: false, accepted })).toEqual([
    'profile',
    'identity',
  ])
  expect(missingNeeds(required, { hasAddress: false, hasProfile: true, accepted })).toEqual([
    'address',
    'identity',
  ])
})
