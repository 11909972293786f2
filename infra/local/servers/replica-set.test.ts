import { describe, expect, it } from '@jest/globals'
import { isPrimary } from './replica-set.ts'

type Config = { _id: string; version: number; members: { _id: number; host: string }[] }

/** What mongod answers, as its documentation says; none can be installed here. */
function mongod(host: string, stored: Config | null = null) {
  let config = stored
  const asked: string[] = []
  const command = async (given: object) => {
    const [name = ''] = Object.keys(given)
    asked.push(name)
    const value: unknown = Object.values(given)[0]
    if (name === 'hello') {
      const isMember = config?.members[0]?.host === host
      return { isWritablePrimary: isMember, ...(isMember && { setName: config?._id }) }
    }
    if (name === 'replSetGetConfig') {
      if (config) return { config }
      throw Object.assign(new Error('no replset config has been received'), { code: 94 })
    }
    // `as`: the two commands that change the set
    config = value as Config
    return { ok: 1 }
  }
  return { command, asked, config: () => config }
}

describe('a mongod on the PATH', () => {
  it('becomes the primary of a set of its own, once', async () => {
    const { command, asked, config } = mongod('127.0.0.1:27017')
    expect(await isPrimary(command, '127.0.0.1:27017')).toBe(false)
    expect(await isPrimary(command, '127.0.0.1:27017')).toBe(true)
    expect(await isPrimary(command, '127.0.0.1:27017')).toBe(true)
    expect(asked.filter((name) => name === 'replSetInitiate')).toHaveLength(1)
    expect(config()?.members).toEqual([{ _id: 0, host: '127.0.0.1:27017' }])
  })

  it('of another port keeps its data and gets its new address', async () => {
    const before = { _id: 'rs0', version: 3, members: [{ _id: 0, host: '127.0.0.1:27018' }] }
    const { command, asked, config } = mongod('127.0.0.1:27017', before)
    expect(await isPrimary(command, '127.0.0.1:27017')).toBe(false)
    expect(await isPrimary(command, '127.0.0.1:27017')).toBe(true)
    expect(config()).toMatchObject({ version: 4, members: [{ host: '127.0.0.1:27017' }] })
    expect(asked).not.toContain('replSetInitiate')
  })

  it('that refuses the question says why', async () => {
    const refused = Object.assign(new Error('not authorized'), { code: 13 })
    const command = async (given: object) => {
      if ('hello' in given) return { isWritablePrimary: false }
      throw refused
    }
    await expect(isPrimary(command, '127.0.0.1:27017')).rejects.toBe(refused)
  })
})
