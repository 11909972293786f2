import { describe, expect, it } from '@jest/globals'
import { publicHalves, rotated } from './rotation.ts'
import { newKey } from './secrets.ts'

const kids = ({ keys }: { keys: { kid: string }[] }) => keys.map(({ kid }) => kid)

describe('the rotation of a signing key', () => {
  const old = { keys: [{ kid: 'old', d: 'secret' }] }
  const fresh = { kid: 'new', d: 'secret' }

  it('publishes the new key, lets it sign, and withdraws the old one', () => {
    const added = rotated(old, 'add', fresh)
    expect(kids(added)).toEqual(['old', 'new'])
    const signing = rotated(added, 'sign', fresh)
    expect(kids(signing)).toEqual(['new', 'old'])
    expect(kids(rotated(signing, 'drop', fresh))).toEqual(['new'])
  })

  it('never signs with a key that was not published before', () => {
    expect(() => rotated(old, 'sign', fresh)).toThrow('add a key first')
    expect(() => rotated({ keys: [] }, 'add', fresh)).toThrow('no key')
  })

  it('shows nothing private to those who verify', async () => {
    const key = await newKey()
    expect(key.d).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(publicHalves({ keys: [key] }))).not.toContain(key.d)
  })
})
