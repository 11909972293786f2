import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createSealer } from './seal.ts'

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')

describe('sealed personal data', () => {
  it('comes back as it was, whatever it was', () => {
    const sealer = createSealer(key('a'))
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(sealer.unseal(sealer.seal(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('is still readable after the key was rotated', () => {
    const sealed = createSealer(key('a')).seal({ email: 'x' })
    expect(createSealer(`${key('b')},${key('a')}`).unseal(sealed)).toEqual({ email: 'x' })
  })

  it('cannot be read with another key or after a change', () => {
    const sealed = createSealer(key('a')).seal('secret')
    expect(() => createSealer(key('b')).unseal(sealed)).toThrow('a key that this service does not have')
    expect(() => createSealer(key('a')).unseal(`${sealed.slice(0, -4)}AAAA`)).toThrow()
  })

  it('refuses a key of another length', () => {
    expect(() => createSealer('c2hvcnQ=')).toThrow('32 bytes')
  })
})
