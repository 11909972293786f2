import { describe, expect, it } from '@jest/globals'
import { publicHalves, rotated } from './rotation.ts'
import { newKey } from './secrets.ts'

describe('the rotation of a key', () => {
  it('publishes the new key, then signs with it, then removes the old key', () => {
    const added = rotated(['old'], 'add', 'new')
    expect(added).toEqual(['old', 'new'])
    const signing = rotated(added, 'sign', 'unused')
    expect(signing).toEqual(['new', 'old'])
    expect(rotated(signing, 'drop', 'unused')).toEqual(['new'])
  })

  it('never signs with a key that was not published before', () => {
    expect(() => rotated(['old'], 'sign', 'new')).toThrow('add a key first')
    expect(() => rotated([], 'add', 'new')).toThrow('no key')
  })

  it('gives verifiers only the public halves', async () => {
    const key = await newKey()
    expect(key.d).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(publicHalves({ keys: [key] }))).not.toContain(key.d)
  })
})
