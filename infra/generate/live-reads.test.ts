import { liveReads } from '@darsi/contracts/calls/live-reads.ts'
import { outerTables } from '@darsi/contracts/calls/tables.ts'
import { describe, expect, it } from '@jest/globals'
import { readLive } from './live-reads.ts'

// each read adds an entry to the audit log, so only the click of an administrator loads it
const notReloaded = 'GET /admin/users/:id'

describe('the reads that a change makes stale', () => {
  it('packages/contracts/src/calls/live-reads.ts has them all (npm run generate)', () => {
    expect(liveReads).toEqual(readLive())
  })

  it.each(Object.entries(liveReads))(
    '%s: have the call for one row beside the call for its list',
    (_, calls) => {
      const ofOneRow = Object.values(outerTables)
        .flatMap(Object.keys)
        .filter((key) => /^GET .*\/:id$/.test(key))
      const listed: readonly string[] = calls
      const missing = ofOneRow.filter(
        (key) => listed.includes(key.replace('/:id', '')) && !listed.includes(key) && key !== notReloaded,
      )
      expect(missing).toEqual([])
    },
  )
})
