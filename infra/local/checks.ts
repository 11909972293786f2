import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'
import { startServers } from './site.ts'
import { check, jest, type Step } from './steps.ts'

/** Lint, types and fast tests: what `npm run check` is, and how `npm test` begins. */
export async function fastChecks(): Promise<Step[]> {
  return [
    await check('lint', 'biome', ['check', '.']),
    await check('types', 'tsc', ['-p', 'tsconfig.node.json']),
    await check('types (web)', 'tsc', ['-p', 'tsconfig.web.json']),
    await jest('unit', ['node', 'web']),
  ]
}

/** Each service against the real servers, which run for this alone. */
export async function integration(args: readonly string[] = []): Promise<Step> {
  const dataDir = join(root, '.data', 'test', 'servers')
  rmSync(dataDir, { recursive: true, force: true })
  const { children, servers } = await startServers({
    dataDir,
    ports: 'free',
    say: (text) => process.stdout.write(`${text}\n`),
  })
  try {
    await Promise.all(children.map((child) => child.ready()))
    return await jest('integration', ['integration'], ['--maxWorkers=2', ...args], servers)
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
}
