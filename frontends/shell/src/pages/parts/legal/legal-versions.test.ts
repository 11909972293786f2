import { describe, expect, it } from '@jest/globals'
import { announcedVersion, hasFullNotice, legalVersions, versionInForce } from './legal-versions.ts'

describe('the legal pages', () => {
  it('announce each version after the first at least 30 days before it applies', () => {
    expect(legalVersions.filter((version) => !hasFullNotice(version))).toEqual([])
    expect(hasFullNotice({ version: '2.0', announced: '2027-01-10', applies: '2027-02-08' })).toBe(false)
    expect(hasFullNotice({ version: '2.0', announced: '2027-01-10', applies: '2027-02-09' })).toBe(true)
  })

  it('announce the next version, if there is one', () => {
    const next = { version: '2.0', announced: '2027-01-10', applies: '2027-03-01' }
    expect(legalVersions.map(({ version }) => version)).toContain(versionInForce)
    expect(announcedVersion([...legalVersions, next], legalVersions.at(-1)?.version)).toEqual(next)
    expect(announcedVersion(legalVersions, legalVersions.at(-1)?.version)).toBeNull()
  })
})
