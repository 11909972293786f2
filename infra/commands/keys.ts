import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { PlainError } from '../local/fail.ts'
import { main } from '../local/main.ts'
import { type KeySet, publicHalves, rotated, type Step, steps } from '../local/rotation.ts'
import { newKey, newSecrets } from '../local/secrets.ts'

const advice: Readonly<Record<Step, string>> = {
  add: 'the new key is published once these are restarted',
  sign: 'the new key signs once these are restarted; wait 15 minutes before the next step',
  drop: 'the old keys are gone once these are restarted',
}

// Fresh keys, as an environment file (npm run --silent keys >> .env) or as files to mount (npm run keys -- --files secrets);
// one step of a rotation of such a file: npm run keys -- --rotate add --file secrets/auth_keys
await main(async () => {
  const { values } = parseArgs({
    options: { files: { type: 'string' }, rotate: { type: 'string' }, file: { type: 'string' } },
  })
  if (values.rotate !== undefined) return rotate(values.rotate, values.file)
  const secrets = Object.entries(await newSecrets())
  if (values.files === undefined) {
    for (const [name, value] of secrets) process.stdout.write(`${name}='${value}'\n`)
    return 0
  }
  // the folder keeps others on the host out; the containers' user, to whom single files are mounted, may read them
  mkdirSync(values.files, { recursive: true, mode: 0o700 })
  for (const [name, value] of secrets) {
    const file = join(values.files, name.toLowerCase())
    if (existsSync(file)) throw new PlainError(`${file} exists: keys in use are not overwritten.`)
    writeFileSync(file, `${value}\n`, { mode: 0o644, flag: 'wx' })
  }
  return 0
})

async function rotate(wanted: string, file: string | undefined): Promise<number> {
  const step = steps.find((known) => known === wanted)
  if (!step || !file) throw new PlainError(`--rotate ${steps.join('|')} --file <auth_keys or identity_keys>`)
  // `as`: our own file; what is no key fails where it is imported
  const keys = rotated(JSON.parse(readFileSync(file, 'utf8')) as KeySet, step, await newKey())
  replace(file, keys)
  const isIdentity = file.endsWith('identity_keys')
  if (isIdentity) replace(join(dirname(file), 'identity_jwks'), publicHalves(keys))
  process.stdout.write(`${advice[step]}: ${isIdentity ? 'every service, then the gateway' : 'auth'}\n`)
  return 0
}

/** Whole or not at all, also when we are killed meanwhile. */
function replace(file: string, keys: KeySet): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(keys)}\n`, { mode: 0o644 })
  renameSync(`${file}.part`, file)
}
