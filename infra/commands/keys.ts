import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PlainError } from '../local/fail.ts'
import { main } from '../local/main.ts'
import { newSecrets } from '../local/secrets.ts'

// Fresh keys, as an environment file (npm run --silent keys >> .env) or as files to mount (npm run keys -- --files secrets)
await main(async () => {
  const { values } = parseArgs({ options: { files: { type: 'string' } } })
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
