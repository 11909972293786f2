import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { main, PlainError } from '../local/fail.ts'
import { root } from '../local/paths.ts'

// `npm run bench -- registration` runs infra/bench/registration.ts, which exports `run(): Promise<void>`
await main(async () => {
  const folder = join(root, 'infra', 'bench')
  const name = process.argv[2] ?? ''
  const file = join(folder, `${name}.ts`)
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    const names = readdirSync(folder).map((entry) => entry.replace('.ts', ''))
    throw new PlainError(`Which benchmark? ${names.join(', ')}`)
  }
  const { run } = await import(file)
  await run()
  return 0
})
