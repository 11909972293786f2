import { testKeys } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { AuthKeysUnavailable, createAuthKeys } from './auth-keys.ts'

const token = { payload: '', signature: '' }
const header = (kid: string | undefined) => ({ alg: 'EdDSA', kid: String(kid) })

describe('the keys of auth', () => {
  it('are fetched once for many calls at a time', async () => {
    const keys = await testKeys()
    let fetches = 0
    const find = createAuthKeys({
      fetchKeys: async () => {
        fetches++
        return keys.public
      },
    })
    const kid = keys.public.keys[0]?.kid
    await Promise.all(Array.from({ length: 10 }, () => find(header(kid), token)))
    expect(fetches).toBe(1)
  })

  it('are not fetched again for each invented key id', async () => {
    const keys = await testKeys()
    let fetches = 0
    let now = 0
    const find = createAuthKeys({
      fetchKeys: async () => {
        fetches++
        return keys.public
      },
      now: () => now,
    })
    for (let i = 0; i < 10; i++) await expect(find(header(`invented-${i}`), token)).rejects.toThrow()
    expect(fetches).toBe(1)
    now = 6000
    await expect(find(header('invented'), token)).rejects.toThrow()
    expect(fetches).toBe(2)
  })

  it('that were withdrawn are no longer accepted', async () => {
    const old = await testKeys()
    const next = await testKeys()
    let served = old.public
    let now = 0
    const find = createAuthKeys({ fetchKeys: async () => served, now: () => now })
    await find(header(old.public.keys[0]?.kid), token)
    served = next.public
    now = 301_000
    await expect(find(header(old.public.keys[0]?.kid), token)).rejects.toThrow()
  })

  it('stay in use while auth is down; before the first fetch they are unavailable', async () => {
    const keys = await testKeys()
    let down = true
    let now = 0
    const fetchKeys = async () => {
      if (down) throw new Error('down')
      return keys.public
    }
    const find = createAuthKeys({ fetchKeys, now: () => now })
    const kid = keys.public.keys[0]?.kid
    await expect(find(header(kid), token)).rejects.toThrow(AuthKeysUnavailable)
    down = false
    await expect(find(header(kid), token)).resolves.toBeDefined()
    down = true
    now = 1_000_000
    await expect(find(header(kid), token)).resolves.toBeDefined()
  })
})
