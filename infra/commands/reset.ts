import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '../local/lock.ts'
import { main, say } from '../local/main.ts'
import { root } from '../local/paths.ts'

const dataDir = join(root, '.data')
// not data, and slow to fetch again
const downloads = 'tools'

await main(async () => {
  // refuses while something runs from there, and stops what a killed start left behind
  await takeLock(dataDir, 'site', say)
  await takeLock(dataDir, 'servers', say)
  for (const entry of readdirSync(dataDir).filter((name) => name !== downloads)) {
    rmSync(join(dataDir, entry), { recursive: true })
  }
  say('All local data is forgotten; the next start begins anew.')
  return 0
})
