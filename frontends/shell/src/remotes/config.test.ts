import { describe, expect, it } from '@jest/globals'
import { parseConfig } from './config.ts'

const hash = `sha384-${'A'.repeat(64)}`
const entry = '/remotes/student/assets/remote-entry.0123456789.js'
const config = (student: unknown) => parseConfig({ remotes: { student } }).remotes.student

describe('a demo', () => {
  it('is a demo only when the server says exactly `true`', () => {
    expect(parseConfig({ remotes: {}, demo: true }).demo).toBe(true)
    for (const value of [{ remotes: {} }, { demo: 'true' }, { demo: 1 }, null])
      expect(parseConfig(value).demo).toBe(false)
  })
})

describe('trusted remote code', () => {
  it('is an entry on the site itself with a hash', () => {
    const texts = { en: [], fr: [], ar: [{ href: '/remotes/student/assets/a.json', integrity: hash }] }
    const release = { entry, integrity: hash, parts: [], texts }
    expect(config(release)).toEqual(release)
  })

  it.each([
    ['no hash', { entry }],
    ['an empty hash', { entry, integrity: '' }],
    ['a hash that browsers cannot read and would ignore', { entry, integrity: 'sha384-abc' }],
    ['a weaker hash', { entry, integrity: `sha256-${'A'.repeat(43)}=` }],
    ['another origin', { entry: 'https://elsewhere.example/entry.js', integrity: hash }],
    ['an address without scheme', { entry: '//elsewhere.example/entry.js', integrity: hash }],
    ['a place outside the remotes', { entry: '/assets/app.js', integrity: hash }],
    ['nothing', null],
  ])('not with %s', (_, release) => {
    expect(config(release)).toBeUndefined()
  })

  it('excludes parts without a valid hash from prefetching', () => {
    const parts = [
      { href: '/remotes/student/assets/a.js', integrity: hash },
      { href: '/remotes/student/assets/b.js' },
    ]
    expect(config({ entry, integrity: hash, parts })?.parts).toHaveLength(1)
  })
})
