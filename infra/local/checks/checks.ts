import { join } from 'node:path'
import { lifetime, say, unlessStopped } from '../process/main.ts'
import { startServers } from '../servers/backing.ts'
import { ensureEngine } from '../site/media-engine.ts'
import { withTrialFolder } from '../trials/trial.ts'
import { manifestChecks } from './manifests.ts'
import { check, jest, reports, type Step, step, totalOf } from './steps.ts'

/** Lint, types, manifests and fast tests: `npm run check`, and the first part of `npm test`. */
export async function fastChecks(args: readonly string[] = []): Promise<Step[]> {
  return [
    await step('lint and types', async () => {
      // at the same time: each uses one core
      const all = [
        check('tsc', '-p', 'tsconfig.node.json'),
        check('tsc', '-p', 'tsconfig.web.json'),
        check('biome', 'check', '.'),
      ]
      return totalOf(await Promise.all(all))
    }),
    ...(await manifestChecks()),
    await step('unit', () =>
      jest({ projects: ['node', 'web'], folder: reports, args: ['--maxWorkers=2', ...args] }),
    ),
  ]
}

/** Tests each service against the real servers, which run only for this. */
export function integration(args: readonly string[] = []): Promise<Step> {
  return step('integration', () =>
    withTrialFolder('servers', async (dataDir) => {
      const engine = await ensureEngine({ say, stop: lifetime })
      const servers = await startServers({ dataDir, ports: 'free', say, stop: lifetime, open: true })
      try {
        await unlessStopped(lifetime, servers.crew.ready())
        return await jest({
          projects: ['integration'],
          folder: reports,
          again: true,
          // much of it is waiting
          args: ['--maxWorkers=4', ...args],
          env: { ...servers.addressesOf('operator'), LIVEKIT_SERVER: engine },
        })
      } finally {
        // their data goes anyway
        await servers.stop(1000)
      }
    }),
  )
}

/** The same suite against the servers of docker-compose.yml in throw-away containers. */
export function integrationInContainers(args: readonly string[] = []): Promise<Step> {
  return step('integration (containers)', async () => {
    const { startContainers } = await import('./containers.ts')
    const servers = await startContainers()
    try {
      return await jest({
        projects: ['integration'],
        folder: join(reports, 'containers'),
        args: ['--maxWorkers=2', ...args],
        env: servers.addresses,
      })
    } finally {
      await servers.stop()
    }
  })
}
