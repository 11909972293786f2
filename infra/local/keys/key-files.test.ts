import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { services } from '../process/site-ports.ts'
import { signingVariable } from './event-keys.ts'
import { addMissingKeys, rotateFile, writeKey } from './key-files.ts'
import { newSealingKey, sealingKeyNames } from './sealing-keys.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const before = 'EVENT_KEY'
const others = sealingKeyNames.filter((name) => name !== before)
const signing = [...services.map(signingVariable), 'EVENT_JWKS']

it.each(['.env', 'a folder'])('keys that %s lacks are added, each of its own', (place) => {
  const eventKey = newSealingKey()
  const file = place === '.env' ? join(folder, place) : folder
  if (place === '.env')
    writeFileSync(file, `PUBLIC_URL=http://localhost:8080\n${before}='${eventKey}'\nMAIL_KEY=`)
  else writeKey(join(folder, 'event_key'), eventKey)
  expect(addMissingKeys(file).toSorted()).toEqual([...others, ...signing].toSorted())
  const keyOf = (name: string) =>
    place === '.env'
      ? parseEnv(readFileSync(file, 'utf8'))[name]
      : readFileSync(join(folder, name.toLowerCase()), 'utf8').trim()
  expect(keyOf(before)).toBe(eventKey)
  expect(new Set(sealingKeyNames.map(keyOf)).size).toBe(sealingKeyNames.length)
  expect(addMissingKeys(file)).toEqual([])
})

it('the containers can read a key that was written under a strict umask', async () => {
  const usual = process.umask(0o077)
  try {
    const file = join(folder, 'mail_key')
    writeKey(file, newSealingKey())
    expect(statSync(file).mode & 0o777).toBe(0o644)
    await rotateFile(file, 'add')
    expect(statSync(file).mode & 0o777).toBe(0o644)
  } finally {
    process.umask(usual)
  }
})

it('an existing key file is not overwritten', () => {
  writeKey(join(folder, 'event_key'), newSealingKey())
  expect(() => writeKey(join(folder, 'event_key'), newSealingKey())).toThrow('not overwritten')
})

it('a sealing key rotates by add, sign and drop, and at each step all that is sealed can be read', async () => {
  const file = join(folder, 'message_key')
  writeKey(file, newSealingKey())
  const sealer = () => createSealer(readFileSync(file, 'utf8'))
  const sealed = sealer().seal('old')
  const { keyId } = sealer()
  await rotateFile(file, 'add')
  expect(sealer().keyId).toBe(keyId)
  const waiting = sealer()
  await rotateFile(file, 'sign')
  expect(sealer().keyId).not.toBe(keyId)
  expect(sealer().unseal(sealed)).toBe('old')
  // a replica that was not restarted yet can read what the others seal
  expect(waiting.unseal(sealer().seal('new'))).toBe('new')
  const renewed = sealer().seal(sealer().unseal(sealed))
  await rotateFile(file, 'drop')
  expect(sealer().unseal(renewed)).toBe('old')
  expect(() => sealer().unseal(sealed)).toThrow('does not have')
  // a restored backup from before is opened with the dropped key behind the current one
  const [dropped = ''] = readdirSync(join(folder, 'dropped'))
  expect(dropped).toMatch(/^message_key-\d{4}-\d\d-\d\d$/)
  const kept = readFileSync(join(folder, 'dropped', dropped), 'utf8').trim()
  expect(createSealer(`${readFileSync(file, 'utf8').trim()},${kept}`).unseal(sealed)).toBe('old')
})

it('a key that signs events rotates with its public half, which all services read', async () => {
  addMissingKeys(folder)
  const file = join(folder, 'event_signing_keys_users')
  const kids = (name: string): string[] =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')).keys.map(({ kid }: { kid: string }) => kid)
  const [old] = kids('event_signing_keys_users')
  for (const step of ['add', 'sign'] as const) await rotateFile(file, step)
  const [fresh] = kids('event_signing_keys_users')
  expect(fresh).not.toBe(old)
  expect(kids('event_jwks').filter((kid) => kid.startsWith('users.'))).toEqual([fresh, old])
  await rotateFile(file, 'drop')
  expect(kids('event_jwks')).toHaveLength(services.length)
  expect(kids('event_jwks')).toContain(fresh)
})
