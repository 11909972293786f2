import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@darsi/contracts/reference/services.ts'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'
import { replaceFile, writeKey } from '../local/keys/key-files.ts'
import { PlainError } from '../local/process/fail.ts'
import { broker, jaasFile, principals } from './kafka-users.ts'
import { mongoUsers } from './mongo-users.ts'
import { redisAclFile, redisUsers } from './redis-rules.ts'

/** Files for the servers and their operator only: a separate folder, so that no Secret of the site contains it. */
const serversFolder = 'servers'

type Addresses = { mongo: string; redis: string }
/** The servers of docker-compose.yml. */
export const composeAddresses: Addresses = {
  mongo: 'mongodb://mongo:27017/?replicaSet=rs0',
  redis: 'redis://redis:6379',
}

/**
 * Adds missing names and passwords of the processes at Kafka, MongoDB and Redis, and rewrites the servers' user lists,
 * whose rules may change with a release.
 * @returns the names of the files added
 */
export function addAccess(folder: string, addresses: Addresses = composeAddresses): string[] {
  mkdirSync(join(folder, serversFolder), { recursive: true, mode: 0o700 })
  const missing = Object.entries(credentials(addresses)).filter(([name]) => !existsSync(join(folder, name)))
  for (const [name, make] of missing) writeKey(join(folder, name), make())
  const read = (name: string) => passwordIn(readFileSync(join(folder, name), 'utf8').trim(), name)
  const servers = (name: string, text: string) => replaceFile(join(folder, serversFolder, name), text)
  servers(
    'kafka_users',
    jaasFile((name) => read(kafkaFile(name))),
  )
  servers('mongo_users', `${mongoUsers((name) => read(mongoFile(name))).join('\n')}\n`)
  servers(
    'redis_users',
    redisAclFile((name) => read(redisFile(name))),
  )
  return missing.map(([name]) => name)
}

function credentials({ mongo, redis }: Addresses): Record<string, () => string> {
  return {
    ...Object.fromEntries(principals.map((name) => [kafkaFile(name), newPassword])),
    ...Object.fromEntries(
      [...services, operator].map((name) => [
        mongoFile(name),
        () => withParameter(withUser(mongo, name, newPassword()), 'authSource=admin'),
      ]),
    ),
    ...Object.fromEntries(
      redisUsers.map((name) => [redisFile(name), () => withUser(redis, name, newPassword())]),
    ),
    // the key by which members of a replica set recognise each other
    [`${serversFolder}/mongo_keyfile`]: () => randomBytes(96).toString('base64'),
  }
}

const placeOf = (name: string) => (name === operator || name === broker ? `${serversFolder}/` : '')
const kafkaFile = (name: string) => `${placeOf(name)}kafka_password_${name}`
const mongoFile = (name: string) => `${placeOf(name)}mongo_url_${name}`
const redisFile = (name: string) => `${placeOf(name)}redis_url_${name}`

/** Letters and digits only, so that addresses, user lists and login modules need no escape. */
export const newPassword = (): string => randomBytes(32).toString('base64').replace(/\W/g, '')

/** @throws PlainError for an address that already has a user */
export function withUser(address: string, user: string, password: string): string {
  const [, protocol, rest = ''] = /^([\w+]+:\/\/)([^@]+)$/.exec(address) ?? []
  if (!protocol) throw new PlainError('An address of a server is given without a name: mongodb://host:27017')
  return `${protocol}${user}:${password}@${rest}`
}

/** MongoDB needs a slash between the hosts and the parameters. */
function withParameter(address: string, parameter: string): string {
  if (address.includes('?')) return `${address}&${parameter}`
  const hasPath = address.replace(/^[^/]*\/\//, '').includes('/')
  return `${address}${hasPath ? '' : '/'}?${parameter}`
}

function passwordIn(text: string, name: string): string {
  const password = text.includes('://') ? /:\/\/[^:@/]+:([^@]+)@/.exec(text)?.[1] : text
  if (password && /^\w+$/.test(password)) return password
  throw new PlainError(`${name}: letters and digits alone make a password here.`)
}
