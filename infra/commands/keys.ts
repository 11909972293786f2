import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addAccess, composeAddresses } from '../access/access-files.ts'
import { signerOf } from '../local/keys/event-keys.ts'
import { addMissingKeys, isSealingKey, rotateFile, writeKey } from '../local/keys/key-files.ts'
import { type Step, steps } from '../local/keys/rotation.ts'
import { sealedCounts } from '../local/keys/sealed-counts.ts'
import { sealingKeys } from '../local/keys/sealing-keys.ts'
import { newSecrets } from '../local/keys/secrets.ts'
import { PlainError } from '../local/process/fail.ts'
import { main } from '../local/process/main.ts'

const advice: Readonly<Record<Step, string>> = {
  add: 'the new key is known once these are restarted',
  sign: 'the new key is used once these are restarted; wait 15 minutes before the next step',
  drop: 'the old keys are gone once these are restarted',
}
const sealAdvice: Readonly<Record<Step, string>> = {
  ...advice,
  sign: 'the new key seals once these are restarted, and what the old ones sealed is sealed anew; drop them only when `npm run keys -- --sealed` counts 0',
  drop: 'the old keys are gone once these are restarted; the folder `dropped` keeps them for backups from before',
}

// Fresh keys, as an environment file (npm run --silent keys >> .env) or as files to mount (npm run keys -- --files secrets);
// with them every process's name and password at Kafka, MongoDB and Redis (--mongo, --redis: where they are, unless in docker compose);
// those that a folder or file lacks: npm run keys -- --missing .env, or --missing secrets;
// what older keys still seal: npm run keys -- --sealed;
// one step of a rotation of such a file: npm run keys -- --rotate add --file secrets/auth_keys
await main(async () => {
  const { values } = parseArgs({
    options: {
      files: { type: 'string' },
      missing: { type: 'string' },
      mongo: { type: 'string', default: composeAddresses.mongo },
      redis: { type: 'string', default: composeAddresses.redis },
      sealed: { type: 'boolean' },
      rotate: { type: 'string' },
      file: { type: 'string' },
    },
  })
  if (values.rotate !== undefined) return rotate(values.rotate, values.file)
  if (values.missing !== undefined) {
    const keys = addMissingKeys(values.missing)
    const isFolder = statSync(values.missing).isDirectory()
    const added = [...keys, ...(isFolder ? addAccess(values.missing, values) : [])]
    process.stdout.write(added.length === 0 ? 'no key is missing\n' : `added ${added.join(', ')}\n`)
    return 0
  }
  if (values.sealed) {
    for (const line of await sealedCounts()) process.stdout.write(`${line}\n`)
    return 0
  }
  const secrets = Object.entries(await newSecrets())
  if (values.files === undefined) {
    for (const [name, value] of secrets) process.stdout.write(`${name}='${value}'\n`)
    return 0
  }
  mkdirSync(values.files, { recursive: true, mode: 0o700 })
  for (const [name, value] of secrets) writeKey(join(values.files, name.toLowerCase()), value)
  addAccess(values.files, values)
  return 0
})

async function rotate(wanted: string, file: string | undefined): Promise<number> {
  const step = steps.find((known) => known === wanted)
  if (!step || !file) throw new PlainError(`--rotate ${steps.join('|')} --file <a key file>`)
  const name = await rotateFile(file, step)
  const readers = isSealingKey(name)
    ? sealingKeys[name].join(', ')
    : name === 'IDENTITY_KEYS'
      ? 'every service, then the gateway'
      : signerOf(name)
        ? 'every service'
        : 'auth'
  process.stdout.write(`${isSealingKey(name) ? sealAdvice[step] : advice[step]}: ${readers}\n`)
  return 0
}
