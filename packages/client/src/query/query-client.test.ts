import { outerTables } from '@darsi/contracts/calls/tables.ts'
import { describe, expect, it } from '@jest/globals'
import { callsOf } from './query-client.ts'

// each read adds an entry to the audit log, so only the click of an administrator loads it
const notReloaded = 'GET /admin/users/:id'

describe('the calls that a change makes stale', () => {
  it.each(Object.entries<readonly string[]>(callsOf))(
    '%s: have the call for one row beside the call for its list',
    (_, calls) => {
      const ofOneRow = Object.values(outerTables)
        .flatMap(Object.keys)
        .filter((key) => /^GET .*\/:id$/.test(key))
      const missing = ofOneRow.filter(
        (key) => calls.includes(key.replace('/:id', '')) && !calls.includes(key) && key !== notReloaded,
      )
      expect(missing).toEqual([])
    },
  )
})
