import { id } from '@darsi/contracts/rules/schemas.ts'
import type { View } from '@darsi/kit/http/view-record.ts'
import { expect, it } from '@jest/globals'
import { createAuditMac } from './audit-mac.ts'
import { viewAction } from './view-action.ts'

const mac = createAuditMac(Buffer.alloc(32, 7).toString('base64'))
const view: View = {
  ...{ action: 'audit.listed', by: 'a', target: '', shown: [], words: '', request: '' },
  at: new Date('2026-11-24T16:02:00Z'),
}
const idAt = (at: string) => viewAction({ ...view, at: new Date(at) }, mac).id

it('the entry of a view has an id as the contract allows, the same for the whole hour', () => {
  expect(id.parse(idAt('2026-11-24T16:02:00Z'))).toBe(idAt('2026-11-24T16:58:00Z'))
  expect(idAt('2026-11-24T17:00:00Z')).not.toBe(idAt('2026-11-24T16:58:00Z'))
})
