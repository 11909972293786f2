import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { main, PlainError } from '../local/fail.ts'
import { root } from '../local/paths.ts'
import { answers } from '../local/ports.ts'
import { defaultPorts } from '../local/site.ts'

const dataDir = join(root, '.data')
const downloads = 'tools'

await main(async () => {
  if (await answers(defaultPorts.gateway))
    throw new PlainError('Darsi is running: stop it first (Ctrl-C where npm start runs).')
  let entries: string[] = []
  try {
    entries = readdirSync(dataDir)
  } catch {
    // nothing was ever started
  }
  for (const entry of entries.filter((name) => name !== downloads))
    rmSync(join(dataDir, entry), { recursive: true })
  process.stdout.write('All local data is forgotten; the next start begins anew.\n')
  return 0
})
