import { describe, expect, it } from '@jest/globals'
import { limitKey } from './limit-key.ts'

describe('the address that a limit counts', () => {
  it('of one IPv6 customer counts as one', () => {
    expect(limitKey('2001:db8:1:2::1')).toBe(limitKey('2001:0db8:1:2:ffff:ffff:ffff:ffff'))
    expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
    expect(limitKey('::1')).toBe('0:0:0:0::/64')
    expect(limitKey('41.1.1.1')).toBe('41.1.1.1')
  })
})
