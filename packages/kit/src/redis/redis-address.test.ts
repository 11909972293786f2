import { describe, expect, it } from '@jest/globals'
import { redisAddress } from './redis-address.ts'

describe('the address of Redis', () => {
  it('is one server', () => {
    expect(redisAddress('rediss://auth:p%40ss@cache.example:6380/2')).toEqual({
      username: 'auth',
      password: 'p@ss',
      host: 'cache.example',
      port: 6380,
      db: 2,
      tls: {},
    })
    expect(redisAddress('redis://127.0.0.1')).toEqual({ host: '127.0.0.1', port: 6379, db: 0 })
  })

  it('is the list of Sentinels that name the current master', () => {
    const url = 'redis+sentinel://auth:p%40ss@s1:26379,s2/1?name=darsi&sentinelPassword=secret'
    expect(redisAddress(url)).toEqual({
      username: 'auth',
      password: 'p@ss',
      sentinels: [
        { host: 's1', port: 26_379 },
        { host: 's2', port: 26_379 },
      ],
      name: 'darsi',
      db: 1,
      sentinelPassword: 'secret',
    })
  })

  it.each(['http://cache.example', 'redis+sentinel://s1:26379', 'cache'])('is not %s', (url) => {
    expect(() => redisAddress(url)).toThrow()
  })
})
