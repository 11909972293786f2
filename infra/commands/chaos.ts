import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { main, PlainError } from '../local/fail.ts'
import { root } from '../local/paths.ts'

// `npm run chaos -- smoke` runs infra/chaos/smoke.ts, which exports `run(): Promise<void>`, and throws when a promise was broken`
await main(async () => {
  const folder = join(root, 'infra', 'chaos')
  const name = process.argv[2] ?? ''
  const file = join(folder, `${name}.ts`)
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    const names = readdirSync(folder).map((entry) => entry.replace('.ts', ''))
    throw new PlainError(`Which fault scenario? ${names.join(', ')}`)
  }
  const { run } = await import(file)
  await run()
  return 0
})
