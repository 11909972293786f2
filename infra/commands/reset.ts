import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../local/process/fail.ts'
import { takeLock } from '../local/process/lock.ts'
import { main, say } from '../local/process/main.ts'
import { root } from '../local/process/paths.ts'
import { runningTrials } from '../local/trials/trial.ts'

const dataDir = join(root, '.data')
// not data, and slow to fetch again
const downloads = 'tools'

await main(async () => {
  if (runningTrials().length > 0)
    throw new PlainError('Tests or a benchmark run from here: wait for their end.')
  // refuses while something runs from there, and stops processes left by a killed start
  const site = await takeLock(dataDir, 'site', say)
  const servers = await takeLock(dataDir, 'servers', say).catch((error) => {
    site.release()
    throw error
  })
  const entries = readdirSync(dataDir).filter((name) => name !== downloads)
  for (const entry of entries) rmSync(join(dataDir, entry), { recursive: true })
  servers.release()
  say('All local data is forgotten; the next start begins anew.')
  return 0
})
