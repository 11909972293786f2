import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { services } from '@darsi/contracts/reference/services.ts'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { writeKey } from '../local/keys/key-files.ts'
import { addAccess, withUser } from './access-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const passwordOf = (name: string) => /:(\w+)@/.exec(read(name))?.[1] ?? ''

it('each process gets its own password, which the servers accept', () => {
  addAccess(folder)
  const passwords = services.map((service) => read(`kafka_password_${service}`).trim())
  for (const [index, service] of services.entries()) {
    expect(read('servers/kafka_users')).toContain(` user_${service}="${passwords[index]}"`)
    expect(read(`mongo_url_${service}`)).toMatch(
      new RegExp(`^mongodb://${service}:\\w{30,}@mongo:27017/\\?replicaSet=rs0&authSource=admin\n$`),
    )
    const line = read('servers/mongo_users')
      .split('\n')
      .find((one) => one.includes(`"${service}"`))
    expect(line).toContain(passwordOf(`mongo_url_${service}`))
    expect(line?.match(/darsi-\w+/g)).toEqual([`darsi-${service}`, `darsi-${service}`])
  }
  expect(read('servers/redis_users')).toContain(`user auth on >${passwordOf('redis_url_auth')} `)
  expect(new Set(passwords).size).toBe(services.length)
})

it('the passwords of administrators are in other files than those of the processes', () => {
  addAccess(folder)
  const names = readdirSync(folder)
  expect(names.filter((name) => /operator|broker|users$|keyfile/.test(name))).toEqual([
    'kafka_password_users',
    'mongo_url_users',
    'redis_url_users',
  ])
  expect(readdirSync(join(folder, 'servers')).toSorted()).toEqual([
    'kafka_password_broker',
    'kafka_password_operator',
    'kafka_users',
    'mongo_keyfile',
    'mongo_url_operator',
    'mongo_users',
    'redis_url_operator',
    'redis_users',
  ])
})

it('a second call changes no password, and a new one at the servers follows its file', () => {
  writeKey(join(folder, 'kafka_password_users'), 'chosenByHand1')
  const added = addAccess(folder)
  expect(added).not.toContain('kafka_password_users')
  expect(read('servers/kafka_users')).toContain('user_users="chosenByHand1"')
  const before = read('mongo_url_auth')
  expect(addAccess(folder, { mongo: 'mongodb://other', redis: 'rediss://other' })).toEqual([])
  expect(read('mongo_url_auth')).toBe(before)
})

it('servers elsewhere are given by address, without a name', () => {
  addAccess(folder, { mongo: 'mongodb://a:1,b:2', redis: 'rediss://cache:6380' })
  expect(read('mongo_url_auth')).toMatch(/^mongodb:\/\/auth:\w+@a:1,b:2\/\?authSource=admin\n$/)
  expect(read('redis_url_gateway')).toMatch(/^rediss:\/\/gateway:\w+@cache:6380\n$/)
  expect(() => withUser('mongodb://me:secret@a', 'auth', 'x')).toThrow('without a name')
})
