import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { PlainError } from '../process/fail.ts'
import { missingEventKeys, newEventKey, publicEventKeys, signerOf } from './event-keys.ts'
import { type KeySet, publicHalves, rotated, type Step } from './rotation.ts'
import { missingKeys, newSealingKey, type SealingKey, sealingKeyNames } from './sealing-keys.ts'
import { newKey } from './secrets.ts'

/**
 * Adds the keys that an `.env` file or a folder of key files lacks.
 * @returns the names of those added
 */
export function addMissingKeys(place: string): string[] {
  const isFolder = statSync(place).isDirectory()
  const existing = isFolder ? filesIn(place) : parseEnv(readFileSync(place, 'utf8'))
  const missing = Object.entries({ ...missingKeys(existing), ...missingEventKeys(existing) })
  if (isFolder) for (const [name, value] of missing) writeKey(join(place, name.toLowerCase()), value)
  else if (missing.length > 0) {
    const lines = missing.map(([name, value]) => `${name}='${value}'\n`)
    const before = readFileSync(place, 'utf8')
    replaceFile(place, `${before}${before.endsWith('\n') ? '' : '\n'}${lines.join('')}`, statSync(place).mode)
  }
  return missing.map(([name]) => name)
}

/** An existing key is never overwritten. */
export function writeKey(file: string, value: string): void {
  if (existsSync(file)) throw new PlainError(`${file} exists: keys in use are not overwritten.`)
  // the folder's mode keeps other users out; the containers' user, to whom single files are mounted, must read them
  writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' })
  // a strict umask would keep it from them
  chmodSync(file, 0o644)
}

/**
 * Runs one step of the rotation of a key file. Dropped sealing keys go to the folder `dropped` beside it: backups from
 * before hold values sealed with them.
 * @returns the variable that the file is for
 */
export async function rotateFile(file: string, step: Step): Promise<string> {
  const name = variableOf(file)
  const text = readFileSync(file, 'utf8').trim()
  if (isSealingKey(name)) {
    const keys = text.split(',')
    const after = rotated(keys, step, newSealingKey())
    const dropped = keys.filter((key) => step === 'drop' && !after.includes(key))
    if (dropped.length > 0) keepDropped(file, dropped)
    replaceFile(file, `${after.join(',')}\n`)
    return name
  }
  // `as`: our own file; an invalid key fails on import
  const { keys } = JSON.parse(text) as KeySet
  const signer = signerOf(name)
  const after = { keys: rotated(keys, step, signer ? newEventKey(signer) : await newKey()) }
  replaceFile(file, `${JSON.stringify(after)}\n`)
  if (name === 'IDENTITY_KEYS')
    replaceFile(join(dirname(file), 'identity_jwks'), `${JSON.stringify(publicHalves(after))}\n`)
  if (signer) replaceFile(join(dirname(file), 'event_jwks'), `${publicEventKeys(filesIn(dirname(file)))}\n`)
  return name
}

/** Written before the keys are removed; named for the day, because it is deleted with the last backup from before. */
function keepDropped(file: string, keys: readonly string[]): void {
  const folder = join(dirname(file), 'dropped')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const day = new Date().toISOString().slice(0, 10)
  appendFileSync(join(folder, `${basename(file)}-${day}`), `${keys.join(',')}\n`, { mode: 0o600 })
}

export function isSealingKey(name: string): name is SealingKey {
  return sealingKeyNames.some((known) => known === name)
}

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith('event_') || isSealingKey(variableOf(name)),
  )
  return Object.fromEntries(
    names.map((name) => [variableOf(name), readFileSync(join(folder, name), 'utf8').trim()]),
  )
}

/** Atomic, also when we are killed meanwhile. */
export function replaceFile(file: string, text: string, mode = 0o644): void {
  writeFileSync(`${file}.part`, text, { mode: 0o600 })
  chmodSync(`${file}.part`, mode & 0o777)
  renameSync(`${file}.part`, file)
}

const variableOf = (file: string) => basename(file).toUpperCase()
